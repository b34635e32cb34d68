// Usage: node reader.js <base URL of the registry's API>
// For each line on standard input, {"topic", "subject", "value" in base64}: reads the value, writes the event again with the
// newest schema of the subject, and prints {"event", "value"}. For {"topic", "subject", "event"}: writes that event.
import { createInterface } from 'node:readline';
import { AvroDeserializer, AvroSerializer, SchemaRegistryClient, SerdeType } from '@confluentinc/schemaregistry';

const client = new SchemaRegistryClient({ baseURLs: [process.argv[2]] });
const deserializer = new AvroDeserializer(client, SerdeType.VALUE, {});

for await (const line of createInterface({ input: process.stdin })) {
  const { topic, subject, value, event: said } = JSON.parse(line);
  const event = said ?? (await deserializer.deserialize(topic, Buffer.from(value, 'base64')));
  const serializer = new AvroSerializer(client, SerdeType.VALUE, {
    autoRegisterSchemas: false,
    useLatestVersion: true,
    subjectNameStrategy: () => subject,
  });
  const written = await serializer.serialize(topic, event);
  console.log(JSON.stringify({ event, value: written.toString('base64') }));
}
