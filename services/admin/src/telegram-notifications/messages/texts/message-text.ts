/** The messages of the bot: plain text, without markup. */
export const TELEGRAM_MESSAGES = ['started', 'connected', 'code_bad', 'already', 'stopped', 'nothing_to_stop', 'help', 'digest'] as const;
export type TelegramMessageKind = (typeof TELEGRAM_MESSAGES)[number];

/** Values for a text: the address of the console's settings, and the details that were queued with the message. */
export interface MessageValues {
  readonly settings: string;
  readonly details: Readonly<Record<string, string>>;
}
export type MessageTexts = Readonly<Record<TelegramMessageKind, (values: MessageValues) => string>>;
