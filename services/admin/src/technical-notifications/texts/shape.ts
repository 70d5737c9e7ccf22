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
}

export interface NotificationText {
  readonly title: (details: NotificationDetails) => string;
  readonly message: (details: NotificationDetails) => string;
}
