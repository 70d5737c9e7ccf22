import { type CanActivate, type DynamicModule, Module } from '@nestjs/common';
import { CallerSigner, type Foundation, foundationModule, healthController, openRedis, OtherServices } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { ConsoleController } from './console/console.controller.ts';
import { AccessDoor } from './doors/access.door.ts';
import { CsrfDoor } from './doors/csrf.door.ts';
import { PasswordDoor } from './doors/password.door.ts';
import { RouteDoor } from './doors/route.door.ts';
import { SessionDoor } from './doors/session.door.ts';
import { SessionReader } from './doors/session.reader.ts';
import { TokenReader } from './doors/token.reader.ts';
import { ApiController } from './forwarding/api.controller.ts';
import { StaffAccess } from './forwarding/staff-access.ts';
import { LiveStreams } from './live/live-streams.ts';

const connections = new WeakMap<Foundation, Redis>();

function redisOf(foundation: Foundation): Redis {
  const open = connections.get(foundation) ?? openRedis(foundation.settings.REDIS_URL, foundation.logger);
  connections.set(foundation, open);
  return open;
}

const sessionsOf = (foundation: Foundation) => new SessionReader(redisOf(foundation), foundation.settings);

const servicesOf = ({ settings }: Foundation) => new OtherServices(settings, new CallerSigner(settings.LEAKWATCH_SECRET));

const tokensOf = (foundation: Foundation) => new TokenReader(redisOf(foundation), servicesOf(foundation).admin);

/** The doors, in the order in which a request passes them. */
export const doorsOf = (foundation: Foundation): readonly CanActivate[] => [
  new RouteDoor(),
  new SessionDoor(sessionsOf(foundation), tokensOf(foundation), foundation.settings),
  new CsrfDoor(foundation.settings),
  new AccessDoor(),
  new PasswordDoor(),
];

@Module({})
export class AppModule {
  static on(foundation: Foundation): DynamicModule {
    const redis = redisOf(foundation);
    const checks = () => [{ name: 'redis', check: async () => void (await redis.ping()) }];
    const { settings, logger } = foundation;
    return {
      module: AppModule,
      imports: [foundationModule(foundation)],
      controllers: [healthController('gateway', checks), ApiController, ConsoleController],
      providers: [
        { provide: LiveStreams, useValue: new LiveStreams(settings.REDIS_URL, sessionsOf(foundation), logger) },
        { provide: StaffAccess, useValue: new StaffAccess(servicesOf(foundation), redis, logger) },
        { provide: 'redis', useValue: { onApplicationShutdown: () => redis.disconnect() } },
      ],
    };
  }
}
