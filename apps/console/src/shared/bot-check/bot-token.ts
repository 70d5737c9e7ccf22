import type { AnswerOf, getBotCheck } from '@leakwatch/contracts';

type Check = AnswerOf<typeof getBotCheck>;

/** True for the gateway's own answer; a proxy's page is something else. */
const isCheck = (value: unknown): value is Check =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';

/**
 * A token for one call, from the bot-check of the installation; undefined where there is no check.
 * Throws when the vendor's script is blocked or the answer describes no check.
 */
export async function botToken(described: unknown): Promise<string | undefined> {
  if (!isCheck(described)) throw new Error('not a bot-check');
  if (described.kind === 'off') return undefined;
  if (described.kind === 'altcha') return (await import('./solve-altcha.ts')).solveAltcha(described.challenge);
  return (await import('./vendor-token.ts')).vendorToken(described.kind, described.script, described.site_key);
}
