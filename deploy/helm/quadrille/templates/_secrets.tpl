{{/* Secrets come as files: whoever reads them reads them again, so that they change without a restart. As YAML: mount -> secret. */}}
{{- define "quadrille.secrets" -}}
database: {{ .values.database.secret }}
{{- if eq .values.relay.mode "cdc" }}
relay: {{ .values.relay.secret }}
{{- end }}
{{- if include "quadrille.postgresql.verifies" .root }}
database-ca: {{ include "quadrille.postgresql.caSecret" .root }}
{{- end }}
{{- if ne .root.Values.kafka.protocol "PLAINTEXT" }}
kafka: {{ .root.Values.kafka.userSecretPrefix | default (include "quadrille.name" .root) }}-{{ .service }}
kafka-ca: {{ include "quadrille.kafka.caSecret" .root }}
{{- end }}
{{- with .root.Values.identity }}
{{- if not (or .issuerUri .jwkSetUri) }}
identity: {{ .publicKeySecret }}
{{- end }}
{{- end }}
{{- end }}

{{- define "quadrille.secrets.mounts" -}}
{{- range $mount, $_ := include "quadrille.secrets" . | fromYaml }}
- {name: secret-{{ $mount }}, mountPath: /secrets/{{ $mount }}, readOnly: true}
{{- end }}
{{- end }}

{{- define "quadrille.secrets.volumes" -}}
{{- range $mount, $secret := include "quadrille.secrets" . | fromYaml }}
- name: secret-{{ $mount }}
  secret: {secretName: {{ $secret }}, defaultMode: 0440}
{{- end }}
{{- end }}
