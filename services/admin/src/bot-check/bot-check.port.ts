import type { AnswerOf, getBotCheck } from '@leakwatch/contracts';

/** Tells people from programs before a password is looked at (spec/1-console, 'Login is protected by an invisible bot-check'). */
export interface BotCheck {
  /** What the page needs to get a token. */
  describe(): Promise<AnswerOf<typeof getBotCheck>>;
  /**
   * Whether the token is good; each is good once.
   * @throws Unavailable when the vendor cannot be asked
   */
  passes(token: string | undefined, address: string): Promise<boolean>;
}

export const BOT_CHECK = Symbol('bot check');
