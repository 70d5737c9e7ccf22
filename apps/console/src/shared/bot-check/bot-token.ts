import type { AnswerOf, getBotCheck } from '@leakwatch/contracts';

type Check = AnswerOf<typeof getBotCheck>;

/** The gateway's own answer; whatever else came is none. */
const isCheck = (value: unknown): value is Check =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';

/**
 * A token for one call, got as the installation's bot-check wants it; undefined where there is no check.
 * Throws when none can be had: a vendor's script that is blocked, or an answer that is no check.
 */
export async function botToken(described: unknown): Promise<string | undefined> {
  if (!isCheck(described)) throw new Error('not a bot-check');
  if (described.kind === 'off') return undefined;
  if (described.kind === 'altcha') return (await import('./solve-altcha.ts')).solveAltcha(described.challenge);
  return (await import('./vendor-token.ts')).vendorToken(described.kind, described.script, described.site_key);
}
