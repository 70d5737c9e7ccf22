import { newId } from '../crypto/ids.ts';
import { type SqlEntityManager, sql } from '../orm/database.ts';
import type { OutgoingMessage } from './bus.port.ts';
import { payloadJson } from './message-limits.ts';

/** Writes messages into the log in the transaction of `em`: they are published exactly if it commits. */
export async function writeOutbox(em: SqlEntityManager, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const list = messages.map((message) => {
    const { topic, key } = message;
    return `{"id":${JSON.stringify(newId())},"topic":${JSON.stringify(topic)},"key":${JSON.stringify(key)},"payload":${payloadJson(message)}}`;
  });
  await sql`select bus.publish(${`[${list.join(',')}]`}::jsonb)`.execute(em.getKysely());
}
