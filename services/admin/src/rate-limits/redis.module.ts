import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger, openRedis, SETTINGS, type ServiceSettings } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { RateLimiter } from './rate-limiter.ts';
import { REDIS } from './redis.ts';

@Injectable()
class CloseRedis implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown() {
    this.redis.disconnect();
  }
}

@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      useFactory: (settings: ServiceSettings, logger: Logger) => openRedis(settings.REDIS_URL, logger),
      inject: [SETTINGS, LOGGER],
    },
    CloseRedis,
    RateLimiter,
  ],
  exports: [REDIS, RateLimiter],
})
export class RedisModule {}
