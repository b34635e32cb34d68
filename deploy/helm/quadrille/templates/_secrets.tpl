{{/*
Secrets come as files: whoever reads them reads them again, so that they change without a restart. Only the keys that are read:
beside a certificate of an authority may lie its private key. Of a service, or of a job. As YAML: mount -> secret and keys.
*/}}
{{- define "quadrille.secrets" -}}
{{- with .root.Values.trustSecret }}
trust: {secret: {{ . | quote }}, keys: [truststore.p12]}
{{- end }}
{{- if ne .of "migrate" }}
{{- with .root.Values.registry.secret }}
registry: {secret: {{ . | quote }}, keys: [username, password]}
{{- end }}
{{- end }}
{{- if and (ne .of "schemas") (include "quadrille.postgresql.verifies" .root) }}
database-ca: {secret: {{ .values.database.caSecret | quote }}, keys: [ca.crt]}
{{- end }}
{{- if eq .of "service" }}
database: {secret: {{ .values.database.secret | quote }}, keys: [password]}
{{- if eq .values.relay.mode "cdc" }}
relay: {secret: {{ .values.relay.secret | quote }}, keys: [password]}
{{- end }}
{{- with .root.Values.kafka.protocol }}
{{- if ne . "PLAINTEXT" }}
kafka: {secret: {{ include "quadrille.kafka.userSecret" $ | quote }}, keys: {{ ternary "[user.crt, user.key]" "[username, password]" (eq . "SSL") }}}
kafka-ca: {secret: {{ include "quadrille.kafka.caSecret" $.root | quote }}, keys: [ca.crt]}
{{- end }}
{{- end }}
{{- if eq (include "quadrille.identity" .root) "publicKeySecret" }}
identity: {secret: {{ .root.Values.identity.publicKeySecret | quote }}, keys: [public.pem]}
{{- end }}
{{- with .values.secrets }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "quadrille.secrets.mounts" -}}
{{- range $mount, $_ := include "quadrille.secrets" . | fromYaml }}
- {name: secret-{{ $mount }}, mountPath: /secrets/{{ $mount }}, readOnly: true}
{{- end }}
{{- end }}

{{- define "quadrille.secrets.volumes" -}}
{{- range $mount, $from := include "quadrille.secrets" . | fromYaml }}
{{- $items := list }}
{{- range $from.keys }}
{{- $items = append $items (printf "{key: %s, path: %s}" . .) }}
{{- end }}
- name: secret-{{ $mount }}
  secret: {secretName: {{ $from.secret | quote }}, defaultMode: 0440, items: [{{ join ", " $items }}]}
{{- end }}
{{- end }}
