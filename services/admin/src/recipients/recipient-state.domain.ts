import type { RecipientState } from '@leakwatch/vocabulary';

interface Answered {
  readonly confirmed: Date | null;
  readonly stopped: Date | null;
  /** When the link in the last delivered mail expires. */
  readonly expires: Date | null;
}

/** The state of a recipient that is no account of the organisation. */
export function stateOf({ confirmed, stopped, expires }: Answered, now: Date): RecipientState {
  if (stopped !== null) return 'stopped';
  if (confirmed !== null) return 'confirmed';
  return expires !== null && expires <= now ? 'expired' : 'waiting';
}
