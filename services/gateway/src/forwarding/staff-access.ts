import { Inject, Injectable } from '@nestjs/common';
import { type BodyOf, internalStaffAccess, type Route } from '@leakwatch/contracts';
import { type Caller, isStaffAct, LOGGER, type Logger, readTouched, REDIS, ServiceClients, TOUCHED_HEADER } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** One record for each of staff, organisation, noun and hour: a screen that polls makes one an hour, not one a poll. */
const HOUR_SECONDS = 3600;

/** Organisations of one call to admin: their ids take 400 KB of its largest body, which is 1 MiB. */
const ORGANISATIONS_AT_ONCE = 10_000;

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
  readonly url: string;
}

const narrowed = z.object({ org: z.uuid().optional(), company: z.uuid().optional() });

/** What the audit trail records of an answer. */
export interface Recorded {
  /** `[]` for all of them. */
  readonly organisations: readonly string[];
  /** null for a call that only read. */
  readonly act: BodyOf<typeof internalStaffAccess>['act'];
}

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** A path of the route table has two ids at the most. */
const OBJECTS_MAX = 200;

/** What staff changed by a call that another service answers: admin records its own, with old and new values. */
function actOf({ route, url }: Answered): Recorded['act'] {
  if (!route.changesState || route.service === 'admin') return null;
  return callOf(route, url);
}

function callOf({ method, path }: Route, url: string): NonNullable<Recorded['act']> {
  const objects = (url.split('?')[0] ?? '').match(IDS) ?? [];
  return { call: `${method} ${path}`, objects: objects.join(', ').slice(0, OBJECTS_MAX) };
}

/**
 * Whose data staff were given or changed: what the service noted, else the organisation that the request was narrowed to, else
 * all of them. null when it is no business of the audit trail.
 */
export function recordOf(answered: Answered, noted: readonly string[] | null): Recorded | null {
  const { route, caller, status, query } = answered;
  if (caller.acting !== undefined) return actingRecordOf(answered);
  const isData = route.access === 'user' && !OWN.some((path) => route.path.startsWith(path));
  const act = actOf(answered);
  const isAdministration = route.access === 'staff' && act !== null;
  if (!caller.staff || caller.pending || status >= 300 || !(isData || isAdministration)) return null;
  const { org, company } = narrowed.safeParse(query).data ?? {};
  const asked = org ?? company;
  const touched = noted ?? (asked === undefined ? [] : [asked]);
  if (touched.length === 0 || isAdministration) return { organisations: touched, act };
  const others = touched.filter((id) => id !== caller.organisation);
  return others.length === 0 ? null : { organisations: others, act };
}

/** In an organisation's name every call that changes something is an act, whichever service answers: the service takes it for one of a user. */
function actingRecordOf({ route, caller, status, url }: Answered): Recorded | null {
  if (status >= 300 || caller.organisation === null || OWN.some((path) => route.path.startsWith(path))) return null;
  return { organisations: [caller.organisation], act: route.changesState ? callOf(route, url) : null };
}

/** At least one, since none means all organisations. */
const pagesOf = (organisations: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(organisations.length / ORGANISATIONS_AT_ONCE)) }, (_, page) =>
    organisations.slice(page * ORGANISATIONS_AT_ONCE, (page + 1) * ORGANISATIONS_AT_ONCE),
  );

/** Writes into the audit trail that staff received or changed an organisation's data, before they are answered. */
@Injectable()
export class StaffAccess {
  constructor(
    private readonly services: ServiceClients,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Every act makes a record, reading one an hour. Never throws: the service has already answered. What could not be written is logged; for
   * reading it is tried again at the next call.
   */
  async record(answered: Answered, now = Date.now()): Promise<void> {
    const { caller, route, headers } = answered;
    if (!isStaffAct(caller)) return;
    const noted = await readTouched(this.redis, headers.get(TOUCHED_HEADER)).catch(() => null);
    const recorded = recordOf(answered, noted);
    if (recorded === null) return;
    const { organisations, act } = recorded;
    const noun = nounOf(route);
    const hour = Math.floor(now / 1000 / HOUR_SECONDS);
    const keyOf = (organisation: string) => `staff-access:${caller.account?.id ?? ''}:${organisation}:${noun}:${hour}`;
    const keys = act !== null ? [] : organisations.length === 0 ? [keyOf('all')] : organisations.map(keyOf);
    try {
      const fresh = await Promise.all(keys.map(async (key) => (await this.redis.set(key, '1', 'EX', HOUR_SECONDS, 'NX')) === 'OK'));
      if (act === null && !fresh.includes(true)) return;
      const named = act === null ? organisations.filter((_, at) => fresh[at] === true) : [...organisations];
      for (const page of pagesOf(named))
        await this.services.call(internalStaffAccess, { ...caller, service: 'gateway' }, { body: { organisations: page, noun, act } });
    } catch (error) {
      const facts = { account: caller.account?.id, organisations, noun, act, error: String(error) };
      this.logger.error(facts, 'staff access not in the audit trail');
      if (keys.length > 0) await this.redis.del(...keys).catch(() => undefined);
    }
  }
}
