{{/* A service's settings; what the installation says of it wins. Escaped placeholders are Kafka's own. */}}
{{- define "quadrille.config" -}}
{{- $root := .root -}}
{{- $service := .values -}}
{{- $settings := dict
  "server.port" 8080
  "management.server.port" 9090
  "spring.lifecycle.timeout-per-shutdown-phase" (printf "%ds" (int $root.Values.rollout.drain))
  "spring.datasource.url" (include "quadrille.postgresql.url" (dict "root" $root "database" $service.database))
  "spring.datasource.username" $service.database.username
  "spring.datasource.hikari.maximum-pool-size" $service.requestConnections
  "spring.security.oauth2.resourceserver.jwt.audiences" $root.Values.identity.audience
  "quadrille.jdbc.password-file" "/secrets/database/password"
  "quadrille.relay.mode" $service.relay.mode
  "quadrille.codec.registry-url" (include "quadrille.registry.url" $root)
  "quadrille.codec.schemas" $root.Values.registry.schemas
  "quadrille.handling.forward.threads" $service.threads
  "quadrille.handling.compensation.threads" $service.threads
  "spring.kafka.bootstrap-servers" (include "quadrille.kafka.bootstrap" $root)
  "spring.kafka.security.protocol" $root.Values.kafka.protocol -}}
{{- if eq $service.relay.mode "cdc" -}}
{{- $_ := set $settings "quadrille.relay.username" $service.relay.username -}}
{{- $_ := set $settings "quadrille.relay.password-file" "/secrets/relay/password" -}}
{{- $_ := set $settings "quadrille.relay.failover" $root.Values.postgresql.failover -}}
{{- end -}}
{{- if $root.Values.registry.secret -}}
{{- $_ := set $settings "quadrille.codec.registry-username-file" "/secrets/registry/username" -}}
{{- $_ := set $settings "quadrille.codec.registry-password-file" "/secrets/registry/password" -}}
{{- end -}}
{{- $identity := include "quadrille.identity" $root -}}
{{- if eq $identity "issuerUri" -}}{{- $_ := set $settings "spring.security.oauth2.resourceserver.jwt.issuer-uri" $root.Values.identity.issuerUri -}}
{{- else if eq $identity "jwkSetUri" -}}{{- $_ := set $settings "spring.security.oauth2.resourceserver.jwt.jwk-set-uri" $root.Values.identity.jwkSetUri -}}
{{- else -}}{{- $_ := set $settings "spring.security.oauth2.resourceserver.jwt.public-key-location" "file:/secrets/identity/public.pem" -}}
{{- end -}}
{{- with $root.Values.tracing -}}
{{- if .endpoint -}}
{{- $_ := set $settings "management.opentelemetry.tracing.export.otlp.endpoint" .endpoint -}}
{{- $_ := set $settings "management.tracing.sampling.probability" .probability -}}
{{- end -}}
{{- end -}}
{{- if ne $root.Values.kafka.protocol "PLAINTEXT" -}}
{{- $_ := set $settings "quadrille.handling.kafka-tls.ca" "/secrets/kafka-ca/ca.crt" -}}
{{- if eq $root.Values.kafka.protocol "SSL" -}}
{{- $_ := set $settings "quadrille.handling.kafka-tls.certificate" "/secrets/kafka/user.crt" -}}
{{- $_ := set $settings "quadrille.handling.kafka-tls.key" "/secrets/kafka/user.key" -}}
{{- else -}}
{{- $_ := set $settings "spring.kafka.properties[config.providers]" "dir" -}}
{{- $_ := set $settings "spring.kafka.properties[config.providers.dir.class]" "org.apache.kafka.common.config.provider.DirectoryConfigProvider" -}}
{{- $_ := set $settings "spring.kafka.properties[sasl.mechanism]" $root.Values.kafka.saslMechanism -}}
{{- $_ := set $settings "spring.kafka.properties[sasl.jaas.config]" "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"\\${dir:/secrets/kafka:username}\";" -}}
{{- $_ := set $settings "quadrille.handling.kafka-password-file" "/secrets/kafka/password" -}}
{{- end -}}
{{- end -}}
{{- with $root.Values.smtp -}}
{{- if and .host (eq $.service "notification") -}}
{{- $_ := set $settings "quadrille.notification.channel" "smtp" -}}
{{- $_ := set $settings "quadrille.notification.sender" (required "smtp.sender is needed beside smtp.host" .sender) -}}
{{- with .recipients -}}{{- $_ := set $settings "quadrille.notification.recipient-template" . -}}{{- end -}}
{{- $_ := set $settings "spring.mail.host" .host -}}
{{- $_ := set $settings "spring.mail.port" .port -}}
{{- $_ := set $settings "spring.mail.properties[mail.smtp.starttls.enable]" .startTls -}}
{{- $_ := set $settings "spring.mail.properties[mail.smtp.starttls.required]" .startTls -}}
{{- if .username -}}
{{- $_ := set $settings "spring.mail.username" .username -}}
{{- $_ := set $settings "spring.mail.properties[mail.smtp.auth]" true -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- include "quadrille.flatten" (dict "into" $settings "prefix" "" "from" $service.config) -}}
{{- toYaml $settings -}}
{{- end }}

{{/* Sets what a map of maps says under the names that lead there, as Spring reads it: merging would leave out false and 0. */}}
{{- define "quadrille.flatten" -}}
{{- range $key, $value := .from -}}
{{- $name := printf "%s%s" $.prefix $key -}}
{{- if kindIs "map" $value -}}{{- include "quadrille.flatten" (dict "into" $.into "prefix" (printf "%s." $name) "from" $value) -}}
{{- else -}}{{- $_ := set $.into $name $value -}}
{{- end -}}
{{- end -}}
{{- end }}
