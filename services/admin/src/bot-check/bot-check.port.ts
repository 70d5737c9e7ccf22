import type { AnswerOf, getBotCheck } from '@leakwatch/contracts';

/** Distinguishes people from programs before a password is checked. */
export interface BotCheck {
  /** What the page needs in order to obtain a token. */
  describe(): Promise<AnswerOf<typeof getBotCheck>>;
  /**
   * Whether the token is valid. Each token is accepted once.
   * @throws Unavailable when the vendor does not answer
   */
  passes(token: string | undefined, address: string): Promise<boolean>;
}

export const BOT_CHECK = Symbol('bot check');
