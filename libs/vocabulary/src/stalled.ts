import type { LaunchErrorCode } from './launches.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds without any progress after which a launch counts as stalled: windows of most upstreams begin anew within this time. */
export const STALLED_SECONDS = 15 * MINUTE;

/** Seconds after which the organisation is notified. Nobody but staff ends a lack of accounts; daily quotas end by themselves within a day. */
export const stalledNoticeSeconds = (code: LaunchErrorCode | null): number =>
  code === 'no_account' || code === 'accounts_refused' || code === 'proxies_failed' ? HOUR : 25 * HOUR;
