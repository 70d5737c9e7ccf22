import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, errorAnswer, type fleetHealth, type ProcessHealth, type ServiceName } from '@leakwatch/contracts';
import { addressesOf, ClockWatch, REDIS, SETTINGS } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { GatewaySettings } from '../settings.ts';

/** A service waits two seconds for each of its stores before it says that it is not ready. */
const ANSWER_MS = 3_000;
/** The code of `/readyz`, followed by the names of the stores. */
const NOT_READY = /^not_ready: ([\w, -]+)$/;

type State = Pick<ProcessHealth, 'state' | 'failing' | 'clock_seconds'>;

const readyAnswer = z.object({ clock_seconds: z.number().int().nullable().default(null) });

/** Asks every process of every service whether it is ready (`/readyz`). */
@Injectable()
export class ComposeHealth {
  private readonly addresses: readonly (readonly [ServiceName, readonly string[]])[];

  constructor(
    @Inject(SETTINGS) settings: GatewaySettings,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clock: ClockWatch,
  ) {
    this.addresses = [
      ['admin', addressesOf(settings.ADMIN_URL)],
      ['tasks', addressesOf(settings.TASKS_URL)],
      ['crawler', addressesOf(settings.CRAWLER_URL)],
      ['events', addressesOf(settings.EVENTS_URL)],
      ['reports', addressesOf(settings.REPORTS_URL)],
    ];
  }

  /** Of the gateways only the one that answers is known. */
  async run(): Promise<AnswerOf<typeof fleetHealth>> {
    const asked = this.addresses.flatMap(([service, addresses]) =>
      addresses.map(async (address, at) => ({ service, process: at + 1, ...(await stateOf(address)) })),
    );
    const own = this.redis.ping().then(
      async (): Promise<State> => ({ state: 'ok', failing: [], clock_seconds: await this.clock.difference() }),
      (): State => ({ state: 'failing', failing: ['redis'], clock_seconds: null }),
    );
    return { processes: [{ service: 'gateway', process: 1, ...(await own) }, ...(await Promise.all(asked))] };
  }
}

async function stateOf(address: string): Promise<State> {
  try {
    const answer = await fetch(new URL('/readyz', address), { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    if (answer.ok) return { state: 'ok', failing: [], ...readyAnswer.parse(await answer.json()) };
    const { code } = errorAnswer.parse(await answer.json());
    const [, stores] = NOT_READY.exec(code) ?? [];
    return { state: 'failing', failing: stores?.split(', ') ?? [], clock_seconds: null };
  } catch {
    return { state: 'away', failing: [], clock_seconds: null };
  }
}
