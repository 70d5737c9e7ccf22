import { newId } from '../crypto/ids.ts';
import { atEnd, rows, type SqlEntityManager, sql, transactionOf } from '../orm/database.ts';
import type { OutgoingMessage, Pages } from './bus.port.ts';
import { payloadJson } from './message-limits.ts';

/** Bytes of JSON that one statement writes, so that a large change is not in memory twice as a whole. */
const STATEMENT_BYTES = 4 * 1024 * 1024;

interface Written {
  readonly topic: string;
  readonly key: string;
  readonly json: string;
  /** Of the JSON. */
  readonly bytes: number;
}
type Entry = { readonly messages: readonly Written[] } | { readonly topic: string; readonly pages: Pages };

/** What a transaction publishes, in the order in which it was given. */
const outboxes = new WeakMap<object, Entry[]>();

/** Throws `message_too_large`. */
const written = (message: OutgoingMessage): Written => ({ topic: message.topic, key: message.key, ...payloadJson(message) });

/** Collects messages in the transaction of `em`. They are written into the log as its last statements. */
export async function writeOutbox(em: SqlEntityManager, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length > 0) add(em, { messages: messages.map(written) });
}

/** As `writeOutbox`, for messages of one topic that are read page by page when the transaction ends. */
export async function writePages(em: SqlEntityManager, topic: string, pages: Pages): Promise<void> {
  add(em, { topic, pages });
}

function add(em: SqlEntityManager, entry: Entry): void {
  const transaction = transactionOf(em);
  const entries = outboxes.get(transaction) ?? [];
  entries.push(entry);
  if (entries.length > 1) return;
  outboxes.set(transaction, entries);
  atEnd(em, () => writeEntries(em, entries));
}

const sizeOf = (messages: readonly Written[]): number => messages.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Locks every partition that is written in one order first: two transactions that publish to the same partitions wait for each
 * other, and cannot deadlock however many statements they write with. One statement locks them itself.
 */
async function writeEntries(em: SqlEntityManager, entries: readonly Entry[]): Promise<void> {
  if (entries.every((entry) => 'messages' in entry)) {
    const messages = entries.flatMap((entry) => entry.messages);
    const bytes = sizeOf(messages);
    if (bytes <= STATEMENT_BYTES) return writePart(em, messages, bytes);
  }
  const slots = new Map<string, readonly [topic: string, key: string | null]>();
  for (const entry of entries)
    if ('pages' in entry) slots.set(JSON.stringify([entry.topic]), [entry.topic, null]);
    else for (const { topic, key } of entry.messages) slots.set(JSON.stringify([topic, key]), [topic, key]);
  const all = [...slots.values()];
  await rows(em, sql`select bus.hold(${all.map(([topic]) => topic)}::text[], ${all.map(([, key]) => key)}::text[])`);
  for (const entry of entries)
    if ('pages' in entry) for await (const page of entry.pages()) await writeAll(em, page.map(written));
    else await writeAll(em, entry.messages);
}

async function writeAll(em: SqlEntityManager, messages: readonly Written[]): Promise<void> {
  let part: Written[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (part.length > 0 && bytes + message.bytes > STATEMENT_BYTES) {
      await writePart(em, part, bytes);
      part = [];
      bytes = 0;
    }
    part.push(message);
    bytes += message.bytes;
  }
  if (part.length > 0) await writePart(em, part, bytes);
}

/** All payloads travel as one string of bytes, of which nothing is escaped. */
async function writePart(em: SqlEntityManager, part: readonly Written[], bytes: number): Promise<void> {
  const payloads = Buffer.allocUnsafe(bytes);
  let end = 0;
  const starts = part.map(({ json }) => {
    const start = end + 1;
    end += payloads.write(json, end);
    return start;
  });
  await rows(
    em,
    sql`select bus.publish(${part.map(() => newId())}::uuid[], ${part.map(({ topic }) => topic)}::text[],
      ${part.map(({ key }) => key)}::text[], ${payloads}::bytea, ${starts}::int[], ${part.map((one) => one.bytes)}::int[])`,
  );
}
