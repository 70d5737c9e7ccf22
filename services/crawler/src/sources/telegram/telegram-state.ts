import { z } from 'zod';
import type { FoundChannel } from '../../upstreams/telegram/chat-peer.ts';
import { KNOWN_ACCOUNTS } from './telegram-limits.ts';

export const request = z.object({ name: z.string() });

/** A channel, whoever reads it. */
const channel = z.object({ id: z.string(), name: z.string(), title: z.string() });
export type KnownChannel = z.output<typeof channel>;

/** By account: its access hash, which opens the channel without asking for the name again. */
const hashes = z.record(z.string(), z.string());
export type Hashes = z.output<typeof hashes>;

/** Which accounts reach a channel. */
const ways = {
  hashes: hashes.default({}),
  /** Those that have joined it. */
  members: z.array(z.string()).default([]),
  /** Those that do not reach it, and when they were asked, in seconds. */
  outsiders: z.record(z.string(), z.number().int()).default({}),
  /** Those of them that were told that its invitation has expired. */
  expired: z.array(z.string()).default([]),
  /** What the hashes open. Its members need no invitation to read it from its beginning again. */
  found: z.object({ id: z.string(), title: z.string() }).optional(),
};
export const channelWays = z.object(ways);
export type ChannelWays = z.output<typeof channelWays>;

/** What is kept of a channel between two passes. Before it was found there are the ways alone. */
export const channelState = z.object({
  channel,
  ...ways,
  /** Telegram's number of the last change that was read; 0 for a small group, which has none. */
  pts: z.number().int(),
  /** When its name last led to it, or was asked for, in seconds. */
  named: z.number().int().optional(),
  /** Of a small group: the account for which `top` and `next` are right. */
  reader: z.string().optional(),
  /** Highest id of a message that was read. */
  top: z.number().int(),
  /** Of a channel, while what Telegram has forgotten is read: the message down to which it must be read. */
  gap: z.number().int().optional(),
  /** The past: it was read down to the message `next` (0: not begun), `read` messages of it. */
  history: z.object({ next: z.number().int(), read: z.number().int(), isOver: z.boolean(), isCapped: z.boolean() }),
});
export type ChannelState = z.output<typeof channelState>;
export const UNREAD = { top: 0, history: { next: 0, read: 0, isOver: false, isCapped: false } } as const;

/**
 * open: find the channel; history: a page of the past, before a message; difference: what changed since `pts`; gap: a page of what came since
 * the last pass, where Telegram does not say what changed; `top` is the highest id of the pages before it.
 */
export const slice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('history'), before: z.number().int() }),
  z.object({ kind: z.literal('difference') }),
  z.object({ kind: z.literal('gap'), before: z.number().int(), until: z.number().int(), top: z.number().int().default(0) }),
]);
export type Slice = z.output<typeof slice>;

export const OPEN = { kind: 'open' } as const satisfies Slice;
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** The slice that reads what Telegram has forgotten, from the newest message on. */
export const gapDownTo = (until: number): Slice => ({ kind: 'gap', before: 0, until, top: 0 });
export const withoutGap = ({ gap: _, ...state }: ChannelState): ChannelState => state;

const about = { message: z.number().int(), path: z.string(), author: z.string(), date: z.number().int(), url: z.string() };
const location = z.object({ id: z.string(), accessHash: z.string(), reference: z.string(), centre: z.number().int() });

/** What `fetch` needs of a document: the text of a message itself, or where its file is. */
export const hint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), ...about, text: z.string() }),
  z.object({
    kind: z.literal('file'),
    ...about,
    size: z.number(),
    isText: z.boolean(),
    channel,
    hashes,
    /** As the account sees it that read the message. */
    seen: z.object({ account: z.string(), location }),
  }),
]);
export type Hint = z.output<typeof hint>;
export type FileHint = Extract<Hint, { kind: 'file' }>;
export type FileLocation = z.output<typeof location>;

/** The ways with an account that has reached the channel. */
export const withReader = (known: ChannelWays, account: string, { id, title, accessHash, isMember }: FoundChannel): ChannelWays => ({
  found: { id, title },
  hashes: remember(known.hashes, account, accessHash),
  members: [...known.members.filter((one) => one !== account), ...(isMember ? [account] : [])].slice(-KNOWN_ACCOUNTS),
  ...withoutOutsider(known, account),
});

export const withoutOutsider = ({ outsiders, expired }: ChannelWays, account: string): Pick<ChannelWays, 'outsiders' | 'expired'> => ({
  outsiders: without(outsiders, account),
  expired: expired.filter((one) => one !== account),
});
/** The channel of an invitation, for an account that has joined it: the invitation may have expired by now. */
export function knownTo(account: string, { found, hashes, members }: ChannelWays): FoundChannel | undefined {
  const accessHash = hashes[account];
  return found === undefined || accessHash === undefined || !members.includes(account)
    ? undefined
    : { ...found, accessHash, isMember: true };
}

/** The ways with an account that does not reach the channel, or not any more. */
export const withOutsider = (known: ChannelWays, account: string, { now, isExpired, keepsHash }: Asked): ChannelWays => ({
  ...known,
  hashes: keepsHash ? known.hashes : without(known.hashes, account),
  members: known.members.filter((one) => one !== account),
  outsiders: { ...without(known.outsiders, account), [account]: now },
  expired: [...known.expired.filter((one) => one !== account), ...(isExpired ? [account] : [])],
});
interface Asked {
  readonly now: number;
  readonly isExpired: boolean;
  /** The channel is closed to it for now, but opens with the same hash. */
  readonly keepsHash: boolean;
}

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));

/** Remembers how an account reaches a channel; the account remembered longest ago is forgotten first. */
export const remember = (known: Hashes, account: string, hash: string): Hashes => {
  const others = Object.entries(known).filter(([id]) => id !== account);
  return Object.fromEntries([...others.slice(-(KNOWN_ACCOUNTS - 1)), [account, hash]]);
};
