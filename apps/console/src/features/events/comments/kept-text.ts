import type { EventComment } from '@leakwatch/contracts';
import { readStored, writeStored } from '../../../shared/lib/storage.ts';

/** Where the browser keeps what was typed in a comment until it is sent or cancelled; Escape, another event and a reload leave it there. */
export interface KeptText {
  readonly read: () => string | null;
  /** null forgets it. */
  readonly write: (text: string | null) => void;
}

const keyOf = (user: string, of: string) => `leakwatch.comment.${user}.${of}`;

/** Of a new comment on an event. */
export function keptNew(user: string, event: string): KeptText {
  const key = keyOf(user, event);
  return { read: () => readStored(key), write: (text) => writeStored(key, text) };
}

/** The first line says over which change of the comment the rest was typed. */
const SEPARATOR = '\n';

/** Of a comment that is changed, as it was when the change began. */
export function keptChange(user: string, { id, updated }: EventComment): KeptText {
  const key = keyOf(user, id);
  return {
    read: () => readStored(key)?.split(SEPARATOR).slice(1).join(SEPARATOR) ?? null,
    write: (text) => writeStored(key, text === null ? null : `${updated}${SEPARATOR}${text}`),
  };
}

/** The comment as it was when a person began to change it: what somebody else stored since is not replaced without a word. */
export function asBegun(user: string, comment: EventComment): EventComment {
  const [updated] = readStored(keyOf(user, comment.id))?.split(SEPARATOR) ?? [];
  return updated === undefined ? comment : { ...comment, updated };
}
