import { Controller, Get, Inject } from '@nestjs/common';
import { Unavailable } from '../errors/leakwatch-error.ts';

/** A dependency without which the service cannot answer. */
export interface HealthCheck {
  readonly name: string;
  readonly check: () => Promise<void>;
}

export const HEALTH_CHECKS = Symbol('health checks');
export const SERVICE_NAME = Symbol('service name');

/** A check that takes longer counts as failed: a probe must not hang. */
const CHECK_MS = 2_000;

async function failureOf({ name, check }: HealthCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_MS);
  });
  try {
    await Promise.race([check(), late]);
    return null;
  } catch {
    return name;
  } finally {
    clearTimeout(timer);
  }
}

/** /livez: the process runs; /readyz: what it depends on answers. */
@Controller()
export class HealthController {
  constructor(
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(HEALTH_CHECKS) private readonly checks: readonly HealthCheck[],
  ) {}

  @Get('livez')
  live() {
    return { service: this.service, status: 'ok' };
  }

  @Get('readyz')
  async ready() {
    const failed = (await Promise.all(this.checks.map(failureOf))).filter((name) => name !== null);
    if (failed.length > 0) throw new Unavailable(`not_ready: ${failed.join(', ')}`);
    return { service: this.service, status: 'ok' };
  }
}
