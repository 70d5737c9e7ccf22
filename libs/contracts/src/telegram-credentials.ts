import { z } from 'zod';

/** The secret of a leased account of Telegram, as JSON: the application, and the session that is signed in. */
export const telegramCredentials = z.object({
  api_id: z.number().int().positive(),
  api_hash: z.string().min(1).max(64),
  /** What the client keeps of its session; whoever has it is signed in. */
  session: z.string().min(1).max(2048),
});
export type TelegramCredentials = z.output<typeof telegramCredentials>;
