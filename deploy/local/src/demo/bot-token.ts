import { getBotCheck } from '@leakwatch/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** The token that a sign-in needs, worked for as a browser does; undefined where the installation has no check of its own. */
export async function botToken(baseUrl: string): Promise<string | undefined> {
  const check = getBotCheck.answer.parse(await (await fetch(new URL(getBotCheck.path, baseUrl))).json());
  if (check.kind !== 'altcha') return undefined;
  const { challenge } = check;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
