import type { NotificationKind } from '@leakwatch/vocabulary';

export type SystemKind = Exclude<NotificationKind, 'staff'>;

/** What a text names; what is not known is an empty string. */
export interface NotificationDetails {
  readonly task: string;
  readonly repository: string;
  readonly source: string;
  readonly error: string;
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

export interface NotificationText {
  readonly title: (details: NotificationDetails) => string;
  readonly message: (details: NotificationDetails) => string;
}

/** The exceeded limits as a text names them: `name` has a word for each, and `limit` the one in the parentheses. */
export const exceededIn =
  (names: Readonly<Record<'tasks' | 'patterns' | 'launches', string>>, limit: string) =>
  (details: NotificationDetails): string =>
    (['tasks', 'patterns', 'launches'] as const)
      .filter((one) => details[one] !== '')
      .map((one) => `${names[one]}: ${details[one].replace(/ \/ (\d+)$/, ` (${limit} $1)`)}`)
      .join(', ');
