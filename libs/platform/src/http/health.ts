import { Controller, Get, type Type } from '@nestjs/common';
import { Unavailable } from '../errors/leakwatch-error.ts';

/** A dependency without which the service cannot answer. */
export interface HealthCheck {
  readonly name: string;
  readonly check: () => Promise<void>;
}

/** A check that takes longer counts as failed: a probe must not hang. */
const CHECK_MS = 2_000;

async function within(check: HealthCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_MS);
  });
  try {
    await Promise.race([check.check(), late]);
    return null;
  } catch {
    return check.name;
  } finally {
    clearTimeout(timer);
  }
}

/** /livez: the process turns; /readyz: what it depends on answers. */
export function healthController(service: string, checks: () => readonly HealthCheck[]): Type {
  @Controller()
  class HealthController {
    @Get('livez')
    live() {
      return { service, status: 'ok' };
    }

    @Get('readyz')
    async ready() {
      const failed = (await Promise.all(checks().map(within))).filter((name) => name !== null);
      if (failed.length > 0) throw new Unavailable(`not_ready: ${failed.join(', ')}`);
      return { service, status: 'ok' };
    }
  }
  return HealthController;
}
