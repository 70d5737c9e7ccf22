import { Controller, Get, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { inTime } from '../errors/in-time.ts';
import { Unavailable } from '../errors/leakwatch-error.ts';
import { ClockWatch } from './clock-watch.ts';

/** A dependency without which the service cannot answer. */
export interface HealthCheck {
  readonly name: string;
  readonly check: () => Promise<void>;
}

export const HEALTH_CHECKS = Symbol('health checks');
export const SERVICE_NAME = Symbol('service name');

/** A check that takes longer counts as failed: a probe must not hang. */
const CHECK_MS = 2_000;

const failureOf = ({ name, check }: HealthCheck): Promise<string | null> =>
  inTime(check(), CHECK_MS).then(
    () => null,
    () => name,
  );

/** /livez: the process runs; /readyz: what it depends on answers, with `clock_seconds` where the machine's clock is wrong. */
@Controller()
export class HealthController implements OnApplicationBootstrap {
  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(HEALTH_CHECKS) private readonly checks: readonly HealthCheck[],
    private readonly clock: ClockWatch,
  ) {}

  /** A wrong clock is in the log of every start. */
  onApplicationBootstrap() {
    void this.clock.difference();
  }

  @Get('livez')
  live() {
    return { service: this.service, status: 'ok' };
  }

  @Get('readyz')
  async ready() {
    const failed = (await Promise.all(this.checks.map(failureOf))).filter((name) => name !== null);
    if (failed.length > 0) throw new Unavailable(`not_ready: ${failed.join(', ')}`);
    return { service: this.service, status: 'ok', clock_seconds: await inTime(this.clock.difference(), CHECK_MS).catch(() => null) };
  }
}
