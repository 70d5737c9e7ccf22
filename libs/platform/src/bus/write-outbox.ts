import { newId } from '../crypto/ids.ts';
import { atEnd, rows, type SqlEntityManager, sql, transactionOf } from '../orm/database.ts';
import type { OutgoingMessage, Pages } from './bus.port.ts';
import { payloadJson } from './message-limits.ts';

/** Characters of JSON that one statement writes, so that a large change is not in memory twice as a whole. */
const STATEMENT_CHARACTERS = 4 * 1024 * 1024;

interface Written {
  readonly topic: string;
  readonly key: string;
  readonly json: string;
}
type Entry = { readonly messages: readonly Written[] } | { readonly topic: string; readonly pages: Pages };

/** What a transaction publishes, in the order in which it was given. */
const outboxes = new WeakMap<object, Entry[]>();

/** Throws `message_too_large`. */
function written(message: OutgoingMessage): Written {
  const { topic, key } = message;
  const json = `{"id":${JSON.stringify(newId())},"topic":${JSON.stringify(topic)},"key":${JSON.stringify(key)},"payload":${payloadJson(message)}}`;
  return { topic, key, json };
}

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

/**
 * Locks every partition that is written in one order first: two transactions that publish to the same partitions wait for each
 * other, and cannot deadlock however many statements they write with.
 */
async function writeEntries(em: SqlEntityManager, entries: readonly Entry[]): Promise<void> {
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
  let part: string[] = [];
  let characters = 0;
  const write = async () => {
    if (part.length > 0) await rows(em, sql`select bus.publish(${`[${part.join(',')}]`}::jsonb)`);
    part = [];
    characters = 0;
  };
  for (const { json } of messages) {
    if (characters + json.length > STATEMENT_CHARACTERS) await write();
    part.push(json);
    characters += json.length;
  }
  await write();
}
