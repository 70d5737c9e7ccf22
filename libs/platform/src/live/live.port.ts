/** Something of an organisation changed: a reason to ask again, never the data itself. */
export interface Hint {
  readonly organisation: string;
  readonly topics: readonly string[];
}

/** Tells browsers of an organisation that something changed. Say it after the transaction: they ask again at once. */
export interface LiveTeller {
  /** Returns at once and never fails; what cannot be told is found by the console's polls. */
  tell(organisation: string, topics: readonly string[]): void;
  close(): Promise<void>;
}

export const LIVE = Symbol('live');

/** One stream of Redis for all organisations: a gateway follows it with one connection. */
export const LIVE_STREAM = 'live:hints';
/** How far back a browser may resume; some hints a second from a busy installation make this about an hour. */
export const LIVE_LENGTH = 10_000;
