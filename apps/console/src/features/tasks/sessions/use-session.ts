import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../../shared/api/api.ts';
import { type Organisation, useCurrentLimitsQuery, useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { useNow } from '../../../shared/lib/use-now.ts';

/** How often an ending launch session is polled; in milliseconds. */
const CLOCK_MS = 1000;
const TIMEOUT_POLL_MS = 5000;

export type SessionView =
  /** False when the tariff does not count launches, or is not loaded. */
  | { readonly kind: 'not_counted' }
  | { readonly kind: 'unknown'; readonly organisation: Organisation }
  | { readonly kind: 'none'; readonly organisation: Organisation; readonly left: number; readonly limit: number; readonly days: number }
  | { readonly kind: 'running'; readonly organisation: Organisation; readonly endTime: number; readonly now: number }
  | { readonly kind: 'timeout'; readonly organisation: Organisation };

/** The organisation's launch session. After its end it is polled until the time-out is over; then the tasks are refreshed. */
export function useSession(): SessionView {
  const now = useNow(CLOCK_MS).getTime();
  const organisation = useCurrentOrganisationQuery().data ?? null;
  const counts = organisation?.tariff_type === 'count_launch';
  const cached = useCurrentLimitsQuery('count_launch', { skip: !counts });
  const endTime = endOf(cached.data?.active_sessions.end_time);
  const timeout = endTime !== null && (now >= endTime || cached.data?.active_sessions.timeout === true);
  useCurrentLimitsQuery('count_launch', { skip: !counts || !timeout, pollingInterval: TIMEOUT_POLL_MS });
  useAfterTimeout(timeout);
  if (organisation === null || !counts) return { kind: 'not_counted' };
  const { data } = cached;
  if (data === undefined || data.launch_limit === null) return { kind: 'unknown', organisation };
  if (timeout) return { kind: 'timeout', organisation };
  if (endTime !== null) return { kind: 'running', organisation, endTime, now };
  return { kind: 'none', organisation, left: data.launches_left ?? 0, limit: data.launch_limit, days: data.time_limit_per_launch ?? 0 };
}

const endOf = (text: string | null | undefined): number | null => (typeof text === 'string' ? Date.parse(text) : null);

/** The server has stopped the tasks by then, so they are refreshed. */
function useAfterTimeout(timeout: boolean): void {
  const dispatch = useDispatch();
  const before = useRef(timeout);
  useEffect(() => {
    if (before.current && !timeout) dispatch(api.util.invalidateTags(['Tasks', 'Task', 'Settings']));
    before.current = timeout;
  }, [timeout, dispatch]);
}
