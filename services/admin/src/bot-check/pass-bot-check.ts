import { Inject, Injectable } from '@nestjs/common';
import { Forbidden } from '@leakwatch/platform';
import { BOT_CHECK, type BotCheck } from './bot-check.port.ts';

/** Runs before every check of a password, and before every mail that a person requests without signing in. */
@Injectable()
export class PassBotCheck {
  constructor(@Inject(BOT_CHECK) private readonly check: BotCheck) {}

  /** @throws Forbidden `bot_check_failed` for a token that is missing, wrong, expired or used */
  async run(token: string | undefined, address: string): Promise<void> {
    if (!(await this.check.passes(token, address))) throw new Forbidden('bot_check_failed');
  }
}
