import { getBotCheck } from '@leakwatch/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** The bot-check token of a sign-in, solved as a browser does; undefined where the installation does not use altcha. */
export async function botToken(baseUrl: string): Promise<string | undefined> {
  const check = getBotCheck.answer.parse(await (await fetch(new URL(getBotCheck.path, baseUrl))).json());
  if (check.kind !== 'altcha') return undefined;
  const { challenge } = check;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
