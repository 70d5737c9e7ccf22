import type { ServiceState } from '@leakwatch/vocabulary';

interface Served {
  readonly active: boolean;
  readonly starts_at: Date;
  readonly expires_at: Date;
}

/** Whether an organisation is served at a moment. That staff switched it off goes before its dates, as in the checks of a start. */
export function serviceStateAt({ active, starts_at, expires_at }: Served, now: Date): ServiceState {
  if (!active) return 'inactive';
  if (now < starts_at) return 'not_begun';
  return now < expires_at ? 'running' : 'ended';
}
