#!/usr/bin/env bash
# Prints the commands that give each service what it needs of a Kafka without Strimzi, and nothing more: to write its own
# topics, to read those that it handles, its two consumer groups.
#   ./kafka-acls.sh 'User:CN=quadrille-%s' --bootstrap-server kafka:9093 --command-config admin.properties | bash
set -euo pipefail
if [ $# -lt 2 ]; then
  echo "usage: kafka-acls.sh PRINCIPAL (%s is the service) OPTIONS of kafka-acls.sh" >&2
  exit 2
fi
principal=$1
shift
options=$(printf '%q ' "$@")

allow() { # service, operations, resources
  local operations='' operation
  for operation in $2; do operations+=" --operation $operation"; done
  echo "kafka-acls.sh $options--add --allow-principal '${principal//%s/$1}'$operations $3"
}

topic() { # name, owner, readers
  allow "$2" 'Write Describe' "--topic $1"
  local reader
  for reader in $3; do allow "$reader" 'Read Describe DescribeConfigs' "--topic $1"; done
}

topic order.events order 'inventory notification'
topic order.compensations order 'inventory account notification'
topic reservation.events inventory account
topic reservation.compensations inventory order
topic payment.events account order
topic payment.compensations account order
topic notification.events notification ''
for service in order inventory account notification; do
  allow "$service" 'Read Describe' "--group $service.forward --group $service.compensation"
done
