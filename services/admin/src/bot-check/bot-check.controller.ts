import { Controller, Inject } from '@nestjs/common';
import { getBotCheck } from '@leakwatch/contracts';
import { Serves } from '@leakwatch/platform';
import { BOT_CHECK, type BotCheck } from './bot-check.port.ts';

@Controller()
export class BotCheckController {
  constructor(@Inject(BOT_CHECK) private readonly check: BotCheck) {}

  @Serves(getBotCheck)
  get() {
    return this.check.describe();
  }
}
