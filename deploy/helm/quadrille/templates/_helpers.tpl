{{/* Of everything. A Service's begins with a letter, and the longest of a job has room for 35 characters before its own. */}}
{{- define "quadrille.name" -}}
{{- $name := ternary .Release.Name (printf "%s-quadrille" .Release.Name) (contains "quadrille" .Release.Name) -}}
{{- if not (regexMatch "^[a-z]([a-z0-9-]{0,33}[a-z0-9])?$" $name) -}}
{{- fail (printf "the release's name must begin with a letter, hold letters, digits and hyphens, and make a name of 35 characters at most: %s does not" $name) -}}
{{- end -}}
{{- $name -}}
{{- end }}

{{- define "quadrille.labels" -}}
{{ include "quadrille.labels.steady" . }}
helm.sh/chart: {{ include "quadrille.label" (printf "%s-%s" .Chart.Name .Chart.Version) }}
{{- end }}

{{/* For what an operator copies to its pods: they would restart with every version of the chart. */}}
{{- define "quadrille.labels.steady" -}}
app.kubernetes.io/name: quadrille
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ include "quadrille.label" (include "quadrille.tag" .) }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* A text as a label may hold it. */}}
{{- define "quadrille.label" -}}
{{- . | replace "+" "_" | trunc 63 | trimAll "-_." | quote -}}
{{- end }}

{{/* What never changes: of pods and of everything that selects them. */}}
{{- define "quadrille.selector" -}}
app.kubernetes.io/name: quadrille
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* A service as it is: the defaults under its own values. As YAML. */}}
{{- define "quadrille.service" -}}
{{- $name := include "quadrille.name" .root -}}
{{- $service := mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .service)) -}}
{{- $_ := set $service.database "name" ($service.database.name | default .service) -}}
{{- if not $service.database.host -}}{{- $_ := set $service.database "host" (include "quadrille.postgresql.host" .root) -}}{{- end -}}
{{- $_ := set $service.database "port" ($service.database.port | default .root.Values.postgresql.port) -}}
{{- $_ := set $service.database "caSecret" ($service.database.caSecret | default (include "quadrille.postgresql.caSecret" .root)) -}}
{{- $_ := set $service.database "username" ($service.database.username | default .service) -}}
{{- $_ := set $service.database "secret" ($service.database.secret | default (printf "%s-%s-database" $name .service)) -}}
{{- $_ := set $service.relay "username" ($service.relay.username | default (printf "%s_relay" .service)) -}}
{{- $_ := set $service.relay "secret" ($service.relay.secret | default (printf "%s-%s-relay" $name .service)) -}}
{{- $most := ternary $service.replicas (max $service.replicas .root.Values.autoscaling.max) (eq .root.Values.autoscaling.by "none") -}}
{{- $_ := set $service "most" $most -}}
{{- toYaml $service -}}
{{- end }}

{{/* Who writes a topic, and who reads it. */}}
{{- define "quadrille.topics" -}}
order.events: {owner: order, readers: [inventory, notification]}
order.compensations: {owner: order, readers: [inventory, account, notification]}
reservation.events: {owner: inventory, readers: [account]}
reservation.compensations: {owner: inventory, readers: [order]}
payment.events: {owner: account, readers: [order]}
payment.compensations: {owner: account, readers: [order]}
notification.events: {owner: notification, readers: []}
{{- end }}

{{- define "quadrille.kafka.bootstrap" -}}
{{- if .Values.kafka.operator -}}{{ include "quadrille.name" . }}-kafka-bootstrap.{{ .Release.Namespace }}.svc:9093
{{- else -}}{{ required "kafka.bootstrapServers is needed, or kafka.operator" .Values.kafka.bootstrapServers }}{{- end -}}
{{- end }}

{{- define "quadrille.kafka.caSecret" -}}
{{- if .Values.kafka.operator -}}{{ include "quadrille.name" . }}-cluster-ca-cert{{- else -}}{{ .Values.kafka.caSecret }}{{- end -}}
{{- end }}

{{/* Strimzi names a user's Secret as the user. */}}
{{- define "quadrille.kafka.userSecret" -}}
{{ .root.Values.kafka.userSecretPrefix | default (include "quadrille.name" .root) }}-{{ .service }}
{{- end }}

{{- define "quadrille.postgresql.host" -}}
{{- if .Values.postgresql.operator -}}{{ include "quadrille.name" . }}-db-rw
{{- else -}}{{ required "postgresql.host is needed, or postgresql.operator" .Values.postgresql.host }}{{- end -}}
{{- end }}

{{- define "quadrille.postgresql.caSecret" -}}
{{- if .Values.postgresql.operator -}}{{ include "quadrille.name" . }}-db-ca{{- else -}}{{ .Values.postgresql.caSecret }}{{- end -}}
{{- end }}

{{- define "quadrille.postgresql.verifies" -}}
{{- if has .Values.postgresql.sslMode (list "verify-ca" "verify-full") }}yes{{ end -}}
{{- end }}

{{- define "quadrille.postgresql.url" -}}
jdbc:postgresql://{{ .database.host }}:{{ .database.port }}/{{ .database.name }}?sslmode={{ .root.Values.postgresql.sslMode }}
{{- if include "quadrille.postgresql.verifies" .root }}&sslrootcert=/secrets/database-ca/ca.crt{{ end }}
{{- end }}

{{/* A size of storage in MiB. */}}
{{- define "quadrille.mebibytes" -}}
{{- $units := dict "Mi" 1 "Gi" 1024 "Ti" 1048576 "M" 0.953674 "G" 953.674 "T" 953674 -}}
{{- mulf (regexFind "^[0-9.]+" . | float64) (get $units (regexFind "[A-Z]i?$" .)) | int64 -}}
{{- end }}

{{- define "quadrille.registry.secret" -}}
{{ .Values.registry.database.secret | default (printf "%s-registry-database" (include "quadrille.name" .)) }}
{{- end }}

{{- define "quadrille.registry.url" -}}
{{- if .Values.registry.operator -}}http://{{ include "quadrille.name" . }}-registry-app-service:8080/apis/ccompat/v7
{{- else -}}{{ required "registry.url is needed, or registry.operator" .Values.registry.url }}{{- end -}}
{{- end }}

{{/* Which of the ways to believe tokens was chosen. */}}
{{- define "quadrille.identity" -}}
{{- $given := list -}}
{{- range $way := list "issuerUri" "jwkSetUri" "publicKeySecret" -}}
{{- if get $.Values.identity $way -}}{{- $given = append $given $way -}}{{- end -}}
{{- end -}}
{{- if ne (len $given) 1 -}}{{- fail (printf "identity: one of issuerUri, jwkSetUri and publicKeySecret is needed, not %s" (join " and " $given | default "none")) -}}{{- end -}}
{{- first $given -}}
{{- end }}

{{/* Not empty if what the jobs talk to comes with the chart: then they run beside the pods and not before them. */}}
{{- define "quadrille.jobs.beside" -}}
{{- if or .Values.registry.operator .Values.postgresql.operator }}yes{{ end -}}
{{- end }}

{{/* Annotations of a hook of this weight. Removed when all hooks are through: what is a hook is not the release's to remove. */}}
{{- define "quadrille.hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}

{{- define "quadrille.tag" -}}
{{- .Values.image.tag | default (.Chart.AppVersion | replace "+" "_") -}}
{{- end }}

{{- define "quadrille.image" -}}
{{ with .root.Values.image.registry }}{{ . }}/{{ end }}quadrille-{{ .service }}{{ with .values.digest }}@{{ . }}{{ else }}:{{ include "quadrille.tag" .root }}{{ end }}
{{- end }}

{{/* What all pods of the chart have, those of services and of jobs. */}}
{{- define "quadrille.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
securityContext:
  {{- include "quadrille.restricted.pod" . | nindent 2 }}
  {{- with int .Values.podUser }}
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The restricted Pod Security Standard, also for the pods of operators. */}}
{{- define "quadrille.restricted.pod" -}}
runAsNonRoot: true
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "quadrille.restricted.container" -}}
allowPrivilegeEscalation: false
capabilities: {drop: [ALL]}
{{- end }}

{{- define "quadrille.container" -}}
image: {{ include "quadrille.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "quadrille.restricted.container" . | nindent 2 }}
  readOnlyRootFilesystem: true
{{- end }}

{{- define "quadrille.jvm" -}}
-Xmx{{ .memory.heap }}m -Xms{{ .memory.heap }}m -XX:MaxDirectMemorySize={{ .memory.direct }}m -XX:MaxMetaspaceSize={{ .memory.metaspace }}m -XX:ReservedCodeCacheSize={{ .memory.code }}m -Xss512k -XX:+ExitOnOutOfMemoryError
{{- end }}

{{/* Options of every JVM, beside its sizes. */}}
{{- define "quadrille.jvm.trust" -}}
{{- if .Values.trustSecret -}}-Djavax.net.ssl.trustStore=/secrets/trust/truststore.p12 -Djavax.net.ssl.trustStorePassword=changeit{{- end -}}
{{- end }}

{{/* Sizes that do not add up are refused before anything is applied. */}}
{{- define "quadrille.arithmetic" -}}
{{- $servers := dict -}}
{{- range $name, $_ := .Values.services -}}
{{- $service := include "quadrille.service" (dict "root" $ "service" $name) | fromYaml -}}
{{- if gt (mul $service.most $service.threads) (int $.Values.kafka.partitions) -}}
{{- fail (printf "services.%s: %d replicas of %d threads are more than kafka.partitions (%d): some would idle" $name (int $service.most) (int $service.threads) (int $.Values.kafka.partitions)) -}}
{{- end -}}
{{- $jvm := add $service.memory.heap $service.memory.direct $service.memory.metaspace $service.memory.code $service.memory.stacks 64 -}}
{{- if gt $jvm (int $service.memory.limit) -}}
{{- fail (printf "services.%s: heap, direct, metaspace, code and stacks and 64 MiB beside them make %d MiB, the limit is %d" $name $jvm (int $service.memory.limit)) -}}
{{- end -}}
{{/* The pool of handling has a connection for each thread and seven beside; the relay has its lease, its slot, and two while it begins. */}}
{{- $pod := add $service.requestConnections (mul 2 $service.threads) 7 4 -}}
{{/* During a rollout one more starts, and one that was counted out still ends. */}}
{{- $_ := set $servers $service.database.host (add (get $servers $service.database.host | default 0) (mul $pod (add $service.most 2))) -}}
{{- end -}}
{{- if .Values.registry.operator -}}
{{- $host := include "quadrille.postgresql.host" . -}}
{{- $_ := set $servers $host (add (get $servers $host | default 0) (mul .Values.registry.connections (add .Values.registry.replicas 1))) -}}
{{- end -}}
{{- $free := sub .Values.postgresql.maxConnections .Values.postgresql.reservedConnections -}}
{{- range $host, $connections := $servers -}}
{{- if gt $connections $free -}}
{{- fail (printf "%s: all replicas, and two more of each during a rollout, may open %d connections; postgresql.maxConnections less reservedConnections is %d" $host $connections $free) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* So are choices that exclude each other: what could not work, or would silently not be heeded. */}}
{{- define "quadrille.contradictions" -}}
{{- $kafka := .Values.kafka -}}
{{- $postgresql := .Values.postgresql -}}
{{- $replicas := int $kafka.replicationFactor -}}
{{- $inSync := int $kafka.minInSyncReplicas -}}
{{- $refused := dict
  "kafka.operator: its listener speaks SSL; kafka.protocol is of a cluster that is there" (and $kafka.operator (ne $kafka.protocol "SSL"))
  "kafka.operator: Strimzi names the users' Secrets; kafka.userSecretPrefix is of a cluster that is there" (and $kafka.operator $kafka.userSecretPrefix)
  "kafka.operator: kafka.bootstrapServers is of a cluster that is there" (and $kafka.operator $kafka.bootstrapServers)
  "kafka.replicationFactor is more than kafka.cluster.nodes" (and $kafka.operator (gt $replicas (int $kafka.cluster.nodes)))
  "kafka.minInSyncReplicas must be less than kafka.replicationFactor, or both be 1: one broker that restarts would stop everything" (and $kafka.operator (ge $inSync $replicas) (gt (max $inSync $replicas) 1))
  "postgresql.operator: postgresql.host is of a server that is there" (and $postgresql.operator $postgresql.host)
  "postgresql.operator: it listens on 5432; postgresql.port is of a server that is there" (and $postgresql.operator (ne (int $postgresql.port) 5432))
  "postgresql.failover: postgresql.cluster.instances must be more than one" (and $postgresql.operator $postgresql.failover (lt (int $postgresql.cluster.instances) 2))
  "registry.operator: registry.url is of a registry that is there" (and .Values.registry.operator .Values.registry.url)
  "registry.operator: it asks nobody who they are; registry.secret is of a registry that is there" (and .Values.registry.operator .Values.registry.secret)
  "monitoring.serviceMonitor: networkPolicy.monitoring must let Prometheus in" (and .Values.monitoring.serviceMonitor .Values.networkPolicy.enabled (not .Values.networkPolicy.monitoring))
-}}
{{- range $name, $_ := .Values.services -}}
{{- $service := include "quadrille.service" (dict "root" $ "service" $name) | fromYaml -}}
{{- $_ := set $refused (printf "postgresql.operator: services.%s.database.host is of a server that is there" $name) (and $postgresql.operator (ne $service.database.host (include "quadrille.postgresql.host" $))) -}}
{{- $config := dict "quadrille.inbox.retention" "21d" "quadrille.inbox.replay-window" "3d" -}}
{{- include "quadrille.flatten" (dict "into" $config "prefix" "" "from" $service.config) -}}
{{- $days := list (get $config "quadrille.inbox.retention") (get $config "quadrille.inbox.replay-window") | join " " -}}
{{- if and $kafka.operator (regexMatch "^[0-9]+d [0-9]+d$" $days) -}}
{{- $known := sub (splitList "d " $days | first | int) (splitList "d " $days | last | trimSuffix "d" | int) -}}
{{- $_ := set $refused (printf "kafka.retention and a day of segment.ms must be less than the %d days of services.%s: quadrille.inbox.retention without .replay-window" $known $name) (ge (trimSuffix "d" $kafka.retention | int | add1) $known) -}}
{{- end -}}
{{- end -}}
{{- range $sentence, $is := $refused -}}{{- if $is -}}{{- fail $sentence -}}{{- end -}}{{- end -}}
{{- end }}
