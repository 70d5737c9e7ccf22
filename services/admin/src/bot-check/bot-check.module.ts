import { Module } from '@nestjs/common';
import { LOGGER, REDIS, SETTINGS } from '@leakwatch/platform';
import { BotCheckController } from './bot-check.controller.ts';
import { BOT_CHECK } from './bot-check.port.ts';
import { openBotCheck } from './open-bot-check.ts';
import { PassBotCheck } from './pass-bot-check.ts';

@Module({
  controllers: [BotCheckController],
  providers: [{ provide: BOT_CHECK, inject: [SETTINGS, REDIS, LOGGER], useFactory: openBotCheck }, PassBotCheck],
  exports: [PassBotCheck],
})
export class BotCheckModule {}
