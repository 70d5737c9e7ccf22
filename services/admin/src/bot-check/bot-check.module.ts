import { Module } from '@nestjs/common';
import { LOGGER, type Logger, SETTINGS, type ServiceSettings } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { REDIS } from '../rate-limits/redis.ts';
import { BotCheckController } from './bot-check.controller.ts';
import { BOT_CHECK } from './bot-check.port.ts';
import { openBotCheck } from './open-bot-check.ts';
import { PassBotCheck } from './pass-bot-check.ts';

@Module({
  controllers: [BotCheckController],
  providers: [
    {
      provide: BOT_CHECK,
      useFactory: (settings: ServiceSettings, redis: Redis, logger: Logger) => openBotCheck(settings, redis, logger),
      inject: [SETTINGS, REDIS, LOGGER],
    },
    PassBotCheck,
  ],
  exports: [PassBotCheck],
})
export class BotCheckModule {}
