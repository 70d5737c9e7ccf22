import type { NotificationKind } from '@leakwatch/vocabulary';

export type SystemKind = Exclude<NotificationKind, 'staff'>;

/** What a text names; what is not known is an empty string. */
export interface NotificationDetails {
  readonly task: string;
  readonly repository: string;
  readonly source: string;
  /** Why, as a sentence; empty where it is not known. */
  readonly reason: string;
  /** Scheme and host of a webhook. */
  readonly webhook: string;
  /** `DD.MM.YYYY HH:mm` in UTC. */
  readonly at: string;
  readonly organisation: string;
  /** In gigabytes. */
  readonly used: string;
  readonly quota: string;
  /** Limits that are exceeded, as `3 / 2`; empty where the limit is not. */
  readonly tasks: string;
  readonly patterns: string;
  readonly launches: string;
}

/** What is stored of a notification: names and codes, of which its text is made when it is read. */
export type StoredDetails = Partial<Record<Exclude<keyof NotificationDetails, 'reason'> | 'error', string | null>>;

export interface NotificationText {
  readonly title: (details: NotificationDetails) => string;
  readonly message: (details: NotificationDetails) => string;
}

/** A message of sentences; those that are empty are left out. */
export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** The exceeded limits as a text names them: `name` has a word for each, and `limit` the one in the parentheses. */
export const exceededIn =
  (names: Readonly<Record<'tasks' | 'patterns' | 'launches', string>>, limit: string) =>
  (details: NotificationDetails): string =>
    (['tasks', 'patterns', 'launches'] as const)
      .filter((one) => details[one] !== '')
      .map((one) => `${names[one]}: ${details[one].replace(/ \/ (\d+)$/, ` (${limit} $1)`)}`)
      .join(', ');
