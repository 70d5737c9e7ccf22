import type { MailKind } from '../mail-kinds.ts';

/** Values for a text: the link, and the details that were queued with the mail. */
export interface MailValues {
  readonly link: string;
  readonly details: Readonly<Record<string, string>>;
}

export interface MailText {
  readonly subject: string;
  readonly text: (values: MailValues) => string;
}

export type MailTexts = Readonly<Record<MailKind, MailText>>;
