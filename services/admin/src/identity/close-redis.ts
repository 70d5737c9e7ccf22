import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from './session.store.ts';

/** Lets the connection go when the service stops. */
@Injectable()
export class CloseRedis implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(@Inject(REDIS) redis: Redis) {
    this.redis = redis;
  }

  onApplicationShutdown() {
    this.redis.disconnect();
  }
}
