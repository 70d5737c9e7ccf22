import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import type { CoreSettings } from '../config/settings.ts';
import { type KeyRing, Vault } from '../crypto/keys.ts';
import { AnswerInterceptor } from '../http/answer.interceptor.ts';
import { CallerGuard } from '../http/caller.guard.ts';
import { CallerSigner } from '../http/caller.ts';
import { ErrorFilter } from '../http/error.filter.ts';
import { ClockWatch } from '../http/clock-watch.ts';
import { HEALTH_CHECKS, type HealthCheck, HealthController, SERVICE_NAME } from '../http/health.ts';
import { ServiceClients } from '../http/service-clients.ts';
import { TouchedInterceptor } from '../http/touched.ts';
import { Metrics } from '../metrics/metrics.ts';
import { MetricsServer } from '../metrics/metrics-server.ts';
import { LIVE } from '../live/live.port.ts';
import { databaseNow } from '../orm/database-now.ts';
import { Database } from '../orm/database.ts';
import { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { RetentionSchedule } from '../retention/retention.schedule.ts';
import { platformRetention, type ServiceRetention } from '../retention/table-retention.ts';
import { ResealingSchedule } from '../sealing/resealing.schedule.ts';
import type { SealedColumn } from '../sealing/sealed-column.ts';
import type { EdgeFoundation, Foundation } from './foundation.ts';
import { SCHEDULER } from '../orm/scope.ts';
import { BUS, LOGGER, REDIS, SETTINGS } from './tokens.ts';

const edgeProviders = (foundation: EdgeFoundation, metrics: Metrics) => {
  const { settings, logger, redis } = foundation;
  const signer = new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS);
  return [
    { provide: SETTINGS, useValue: settings },
    { provide: LOGGER, useValue: logger },
    { provide: REDIS, useValue: redis },
    { provide: Metrics, useValue: metrics },
    { provide: RateLimiter, useValue: new RateLimiter(redis) },
    { provide: CallerSigner, useValue: signer },
    { provide: ServiceClients, useValue: new ServiceClients(settings, signer) },
  ];
};

/** What each request passes in every service, whatever its module. */
const everyRequest = (logger: EdgeFoundation['logger']) => [
  { provide: APP_FILTER, useValue: new ErrorFilter(logger) },
  { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
];

const redisCheck = ({ redis }: EdgeFoundation): HealthCheck => ({ name: 'redis', check: async () => void (await redis.ping()) });

/** Redis answers in seconds and microseconds. */
const timeOf = ([seconds, microseconds]: readonly (number | string)[]): Date =>
  new Date(Number(seconds) * 1_000 + Number(microseconds) / 1_000);

interface Parts {
  readonly name: string;
  readonly foundation: EdgeFoundation<CoreSettings>;
  readonly exported: NonNullable<DynamicModule['providers']>;
  readonly own: NonNullable<DynamicModule['providers']>;
  readonly checks: readonly HealthCheck[];
  readonly clock: ClockWatch;
  readonly timers: boolean;
}

/** Global, so that each noun's module injects the foundation without importing it; closes it when the service stops. */
function moduleOf({ name, foundation, exported, own, checks, clock, timers }: Parts): DynamicModule {
  @Global()
  @Module({})
  class FoundationModule implements OnApplicationShutdown {
    async onApplicationShutdown() {
      await foundation.close();
    }
  }
  return {
    module: FoundationModule,
    imports: [ScheduleModule.forRoot({ intervals: timers, cronJobs: timers, timeouts: timers })],
    controllers: [HealthController],
    providers: [
      ...exported,
      ...own,
      { provide: SERVICE_NAME, useValue: name },
      { provide: HEALTH_CHECKS, useValue: checks },
      { provide: ClockWatch, useValue: clock },
      MetricsServer,
    ],
    exports: [...exported, ClockWatch],
  };
}

/** For the service that people reach; guards come from its own modules. */
export function edgeModule(name: string, foundation: EdgeFoundation, metrics: Metrics): DynamicModule {
  return moduleOf({
    name,
    foundation,
    exported: edgeProviders(foundation, metrics),
    own: everyRequest(foundation.logger),
    checks: [redisCheck(foundation)],
    clock: new ClockWatch(async () => timeOf(await foundation.redis.time()), foundation.logger),
    timers: true,
  });
}

interface ServiceParts {
  readonly name: string;
  readonly foundation: Foundation;
  readonly metrics: Metrics;
  readonly needsRedis: boolean;
  /** Whether periodic work runs by itself. */
  readonly timers: boolean;
  readonly retention: ServiceRetention;
  /** Only a service that seals something has a vault. */
  readonly sealing: { readonly keys: KeyRing; readonly columns: readonly SealedColumn[] } | undefined;
}

/** For a service behind the gateway: every request comes with a signed caller. */
export function foundationModule({ name, foundation, metrics, needsRedis, timers, retention, sealing }: ServiceParts): DynamicModule {
  const { settings, database, bus, live, logger } = foundation;
  const vault = sealing && new Vault(sealing.keys);
  const columns = sealing?.columns ?? [];
  const resealing = vault && columns.length > 0 ? new ResealingSchedule({ database, service: name, vault, columns, logger }) : undefined;
  const tables = { ...platformRetention(settings.BUS_RETENTION_HOURS), ...retention };
  return moduleOf({
    name,
    foundation,
    exported: [
      ...edgeProviders(foundation, metrics),
      { provide: Database, useValue: database },
      { provide: BUS, useValue: bus },
      { provide: LIVE, useValue: live },
      ...(vault === undefined ? [] : [{ provide: Vault, useValue: vault }]),
    ],
    own: [
      { provide: APP_GUARD, useClass: CallerGuard },
      ...everyRequest(foundation.logger),
      { provide: APP_INTERCEPTOR, useClass: TouchedInterceptor },
      { provide: RetentionSchedule, useValue: new RetentionSchedule({ database, service: name, tables, logger }) },
      ...(resealing === undefined ? [] : [{ provide: ResealingSchedule, useValue: resealing }]),
    ],
    checks: [
      { name: 'postgresql', check: () => database.ping() },
      { name: 'bus', check: () => bus.ping() },
      ...(needsRedis ? [redisCheck(foundation)] : []),
    ],
    clock: new ClockWatch(() => database.inScope(SCHEDULER, databaseNow), logger),
    timers,
  });
}
