import { Inject, Injectable } from '@nestjs/common';
import { internalStaffAccess, type Route } from '@leakwatch/contracts';
import { type Caller, LOGGER, type Logger, REDIS, ServiceClients, TOUCHED_HEADER } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** One record for each of staff, organisation, noun and hour: a screen that polls makes one an hour, not one a poll. */
const HOUR_SECONDS = 3600;

/** What anybody is answered about themselves alone; of every other route for users the answer counts as an organisation's. */
const OWN = [
  '/api/settings/',
  '/api/live/',
  '/api/openapi.json',
  '/api/profile/',
  '/api/activity/',
  '/api/password/',
  '/api/organisation/',
  '/api/keywords/',
  '/api/control/auth-tokens/',
  '/api/control/accounts/',
];

/** `/api/tasks/{id}/start/` is about tasks. */
const nounOf = (route: Route): string => route.path.split('/')[2] ?? '';

export interface Answered {
  readonly route: Route;
  readonly caller: Caller;
  readonly status: number;
  readonly headers: Headers;
  readonly query: unknown;
}

const narrowed = z.object({ org: z.uuid().optional(), company: z.uuid().optional() });

/**
 * Whose data staff were given: what the service noted, else the organisation that the request was narrowed to, else
 * `[]` for all of them. null when it is no business of the audit trail.
 */
export function organisationsOf({ route, caller, status, headers, query }: Answered): readonly string[] | null {
  const isData = route.access === 'user' && !OWN.some((path) => route.path.startsWith(path));
  if (!caller.staff || caller.pending || !isData || status >= 300) return null;
  const noted = headers.get(TOUCHED_HEADER);
  const { org, company } = narrowed.safeParse(query).data ?? {};
  const asked = org ?? company;
  const touched = noted === null ? (asked === undefined ? [] : [asked]) : noted.split(',');
  if (touched.length === 0) return [];
  const others = touched.filter((id) => id !== caller.organisation);
  return others.length === 0 ? null : others;
}

/** Writes into the audit trail that staff received an organisation's data, before they receive it. */
@Injectable()
export class StaffAccess {
  constructor(
    private readonly services: ServiceClients,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: the service has already answered. What could not be written is logged, and tried again at the next call. */
  async record(answered: Answered, now = Date.now()): Promise<void> {
    const organisations = organisationsOf(answered);
    if (organisations === null) return;
    const { caller, route } = answered;
    const noun = nounOf(route);
    const hour = Math.floor(now / 1000 / HOUR_SECONDS);
    const keyOf = (organisation: string) => `staff-access:${caller.account?.id ?? ''}:${organisation}:${noun}:${hour}`;
    const keys = organisations.length === 0 ? [keyOf('all')] : organisations.map(keyOf);
    try {
      const fresh = await Promise.all(keys.map(async (key) => (await this.redis.set(key, '1', 'EX', HOUR_SECONDS, 'NX')) === 'OK'));
      if (!fresh.includes(true)) return;
      const named = organisations.filter((_, at) => fresh[at] === true);
      await this.services.call(internalStaffAccess, { ...caller, service: 'gateway' }, { body: { organisations: named, noun } });
    } catch (error) {
      this.logger.error({ account: caller.account?.id, organisations, noun, error: String(error) }, 'staff access not in the audit trail');
      await this.redis.del(...keys).catch(() => undefined);
    }
  }
}
