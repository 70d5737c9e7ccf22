import type { Redis } from 'ioredis';
import { type Hint, LIVE_STREAM } from './live.port.ts';
import { BEGINNING, type StreamRange } from './stream-range.ts';

type Entry = readonly [id: string, fields: readonly string[]];

/** Entries as Redis gives them: an id, and names and values in turns. Entries without an organisation are ignored. */
export function hintsOf(entries: readonly Entry[]): { readonly id: string; readonly hint: Hint }[] {
  return entries.map(([id, fields]) => {
    const valueOf = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    return { id, hint: { organisation: valueOf('organisation'), topics: valueOf('topics').split(',') } };
  });
}

const idOf = (entry: unknown): string | null => (Array.isArray(entry) && typeof entry[0] === 'string' ? entry[0] : null);

/** What the stream of hints holds now. Rejects while Redis is away. */
export async function rangeOf(redis: Redis): Promise<StreamRange> {
  try {
    const reply: unknown = await redis.xinfo('STREAM', LIVE_STREAM);
    if (!Array.isArray(reply)) return { first: null, last: BEGINNING };
    const valueOf = (name: string): unknown => reply[reply.indexOf(name) + 1];
    const last = valueOf('last-generated-id');
    return { first: idOf(valueOf('first-entry')), last: typeof last === 'string' ? last : BEGINNING };
  } catch (error) {
    // Nothing was published yet.
    if (error instanceof Error && error.message.includes('no such key')) return { first: null, last: BEGINNING };
    throw error;
  }
}
