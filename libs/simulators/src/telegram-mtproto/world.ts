import { RpcError } from './rpc-error.ts';

export interface SimulatedUser {
  /** Digits only. */
  readonly phone: string;
  /** The code that Telegram sends. */
  readonly code: string;
  /** Of the second factor; none when not given. */
  readonly password?: string;
  /** Where the account lives; 2 when not given. */
  readonly dc?: number;
}

export interface SimulatedFile {
  readonly id: bigint;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Where it is stored; the user's data centre when not given. */
  readonly dc?: number;
}

export interface SimulatedMessage {
  /** Rises within the channel. */
  readonly id: number;
  /** Unix time in seconds. */
  readonly date: number;
  readonly text: string;
  readonly editDate?: number;
  /** Name under a post of a channel with signatures. */
  readonly signature?: string;
  /** Who wrote it in a group. */
  readonly from?: { readonly id: bigint; readonly name: string };
  /** Where it was forwarded from. */
  readonly forwarded?: { readonly name: string };
  /** The message that it answers, and what it quotes of that one. */
  readonly reply?: { readonly to: number; readonly quote?: string };
  /** Addresses behind words of the text. */
  readonly links?: readonly string[];
  /** Equal for the messages of an album. */
  readonly album?: bigint;
  readonly file?: SimulatedFile;
  /** A message of Telegram itself: the channel was created, a post pinned. */
  readonly isService?: boolean;
}

export type SimulatedChange = { readonly pts: number } & (
  | { readonly kind: 'new' | 'edited'; readonly id: number }
  | { readonly kind: 'gone'; readonly id: number }
);

/** A channel with its messages and the log of what changed. */
export class SimulatedChannel {
  readonly messages: SimulatedMessage[];
  readonly changes: SimulatedChange[] = [];
  pts: number;
  /** Refused with CHANNEL_PRIVATE: it was closed to the public. */
  isPrivate = false;
  /** Differences from an older `pts` are too long for Telegram. */
  forgottenBefore = 0;
  /** Phones of the users who joined it. Of a channel without a public name they alone see anything. */
  readonly members = new Set<string>();
  /** Phones of the users who were thrown out: to them it is closed, and its invitations have expired. */
  readonly banned = new Set<string>();
  /** Those who join from now on do not see what was written before. */
  hidesPast = false;
  /** By phone: the highest message that is hidden from the member. */
  readonly hiddenUpTo = new Map<string, number>();
  /** Hashes of its invitations, and whether they are still good. */
  readonly invites = new Map<string, 'open' | 'expired'>();
  /** Called when something changed. */
  changed: (change: SimulatedChange) => void = () => undefined;

  constructor(
    readonly id: bigint,
    /** Empty for a private channel. */
    public username: string,
    public title: string,
    messages: readonly SimulatedMessage[] = [],
    /** Members write, not the channel. */
    readonly isGroup = false,
  ) {
    this.messages = [...messages];
    this.pts = messages.length + 1;
  }

  post(message: SimulatedMessage): void {
    this.messages.push(message);
    this.log('new', message.id);
  }

  edit(id: number, change: Partial<SimulatedMessage>): void {
    const at = this.messages.findIndex((message) => message.id === id);
    const before = this.messages[at];
    if (before === undefined) throw new Error(`no message ${id}`);
    this.messages[at] = { ...before, editDate: before.date + 60, ...change };
    this.log('edited', id);
  }

  remove(id: number): void {
    this.messages.splice(
      this.messages.findIndex((message) => message.id === id),
      1,
    );
    this.log('gone', id);
  }

  join(phone: string): void {
    if (this.members.has(phone)) return;
    this.banned.delete(phone);
    this.members.add(phone);
    if (this.hidesPast) this.hiddenUpTo.set(phone, this.messages.at(-1)?.id ?? 0);
    else this.hiddenUpTo.delete(phone);
  }

  leave(phone: string): void {
    this.members.delete(phone);
  }

  ban(phone: string): void {
    this.members.delete(phone);
    this.banned.add(phone);
  }

  isOpenTo = (phone: string): boolean => !this.banned.has(phone) && (this.members.has(phone) || (this.username !== '' && !this.isPrivate));

  /** What the user sees of it. */
  seenBy = (phone: string): readonly SimulatedMessage[] => {
    const hidden = this.members.has(phone) ? (this.hiddenUpTo.get(phone) ?? 0) : 0;
    return hidden === 0 ? this.messages : this.messages.filter(({ id }) => id > hidden);
  };

  message = (id: number): SimulatedMessage | undefined => this.messages.find((message) => message.id === id);

  private log(kind: SimulatedChange['kind'], id: number): void {
    this.pts += 1;
    const change = { kind, id, pts: this.pts };
    this.changes.push(change);
    this.changed(change);
  }
}

/** A small group, which has no name, no access hash and no changes by number. Each member has other numbers for its messages. */
export class SimulatedGroup {
  readonly messages: SimulatedMessage[];
  readonly members = new Set<string>();
  /** Those that were members: they keep what was written before. */
  readonly removed = new Set<string>();
  /** By phone: messages that were written while the user was no member. Each member has what was sent to it. */
  private readonly missed = new Map<string, Set<number>>();
  readonly invites = new Map<string, 'open' | 'expired'>();
  /** What it became. */
  upgraded: SimulatedChannel | null = null;
  /** Called with the message that is new or was edited. */
  changed: (message: SimulatedMessage, kind: 'new' | 'edited') => void = () => undefined;

  constructor(
    readonly id: bigint,
    public title: string,
    messages: readonly SimulatedMessage[] = [],
  ) {
    this.messages = [...messages];
  }

  post(message: SimulatedMessage): void {
    this.messages.push(message);
    for (const phone of this.removed) this.miss(phone, message.id);
    this.changed(message, 'new');
  }

  /** Of what was written before, the user sees what came while it was a member. */
  join(phone: string): void {
    if (this.members.has(phone)) return;
    if (!this.removed.delete(phone)) for (const { id } of this.messages) this.miss(phone, id);
    this.members.add(phone);
  }

  seenBy = (phone: string): readonly SimulatedMessage[] => {
    const missed = this.missed.get(phone);
    return missed === undefined ? this.messages : this.messages.filter(({ id }) => !missed.has(id));
  };

  delete(id: number): void {
    this.messages.splice(
      this.messages.findIndex((message) => message.id === id),
      1,
    );
  }

  private miss(phone: string, id: number): void {
    this.missed.set(phone, (this.missed.get(phone) ?? new Set<number>()).add(id));
  }

  edit(id: number, text: string): void {
    const at = this.messages.findIndex((message) => message.id === id);
    const before = this.messages[at];
    if (before === undefined) throw new Error(`no message ${id}`);
    const message = { ...before, text, editDate: before.date + 60 };
    this.messages[at] = message;
    this.changed(message, 'edited');
  }

  remove(phone: string): void {
    this.members.delete(phone);
    this.removed.add(phone);
  }

  /** A message's number for a member: it counts the messages of all its chats. */
  numberFor = (phone: string, id: number): number => id * 3 + (Number(phone) % 89);
}

interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** Requests that each session may make of a method, by the clock; a session that made more has to wait. */
export class FloodLimits {
  readonly limits = new Map<string, Limit>();
  /** Methods whose next request is refused for so many seconds. */
  readonly next = new Map<string, number>();
  private readonly sent = new Map<string, number[]>();

  /** @throws RpcError FLOOD_WAIT */
  count(method: string, session: bigint): void {
    const once = this.next.get(method);
    this.next.delete(method);
    if (once !== undefined) throw new RpcError(420, `FLOOD_WAIT_${once}`);
    const limit = this.limits.get(method);
    if (limit === undefined) return;
    const now = performance.now();
    const key = `${method} ${session}`;
    const recent = (this.sent.get(key) ?? []).filter((at) => at > now - limit.seconds * 1000);
    const [oldest = now] = recent;
    if (recent.length >= limit.requests)
      throw new RpcError(420, `FLOOD_WAIT_${Math.max(1, Math.ceil((oldest + limit.seconds * 1000 - now) / 1000))}`);
    this.sent.set(key, [...recent, now]);
  }
}
