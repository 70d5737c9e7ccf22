/** Something of an organisation changed: a reason for open pages to ask again, never the data itself. */
export interface Hint {
  readonly organisation: string;
  readonly topics: readonly string[];
}

/** Notifies the open pages of organisations that something changed. Call it after the transaction: they ask again at once. */
export interface LiveNotifier {
  /** Returns at once and never fails; the console's polls find what could not be sent. */
  notify(organisations: Iterable<string>, topics: readonly string[]): void;
  close(): Promise<void>;
}

export const LIVE = Symbol('live');

/** One stream of Redis for all organisations: a gateway follows it with one connection. */
export const LIVE_STREAM = 'live:hints';
/** How far back a browser may resume; some hints a second from a busy installation make this about an hour. */
export const LIVE_LENGTH = 10_000;
