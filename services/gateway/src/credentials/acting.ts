import type { Route, SessionRecord } from '@leakwatch/contracts';
import type { Caller } from '@leakwatch/platform';
import { SUPPORT_NAME } from '@leakwatch/vocabulary';

export type Acting = NonNullable<SessionRecord['acting']>;

/** In which organisation's name the session works; undefined when it does not, or when its time is over. */
export function actingOf({ staff, pending, acting }: SessionRecord, now = Date.now()): Acting | undefined {
  return staff && !pending && acting !== undefined && now / 1000 < acting.until ? acting : undefined;
}

/** The organisation whose rows and live updates the session gets. */
export const organisationOf = (record: SessionRecord, now = Date.now()): string | null =>
  actingOf(record, now)?.organisation ?? record.organisation;

/**
 * The caller of a route while the session works in an organisation's name: a user of that organisation, whom its people see as the support.
 * The account itself where the route is not for that.
 */
export function inTheName(caller: Caller, { access, acting: of }: Pick<Route, 'access' | 'acting'>, acting: Acting): Caller {
  if (access !== 'user' || of !== undefined || caller.account === null) return caller;
  return {
    ...caller,
    account: { ...caller.account, username: SUPPORT_NAME },
    organisation: acting.organisation,
    staff: false,
    acting: { until: acting.until },
  };
}
