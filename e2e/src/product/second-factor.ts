import { addTwoFactor, confirmTwoFactor } from '@leakwatch/contracts';
import { generateSync } from 'otplib';
import { asConsole, ask, type Cookies, cookiesOf } from './api.ts';

/** What the owner's app shows, so many steps from now; one step ahead still counts, and was surely not used yet. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(Date.now() / 1000) + 30 * steps });

export interface SetUp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Of the session that goes on. */
  readonly cookies: Cookies;
}

/** Sets a second factor up for whoever is signed in. */
export async function setUpSecondFactor(base: string, cookies: Cookies): Promise<SetUp> {
  const { secret } = addTwoFactor.answer.parse((await ask(base, 'POST', '/api/profile/two_factor/add/', asConsole(cookies))).body);
  const confirmed = await ask(base, 'POST', '/api/profile/two_factor/confirm/', asConsole(cookies, { token: codeOf(secret) }));
  const { recovery_codes: recoveryCodes } = confirmTwoFactor.answer.parse(confirmed.body);
  return { secret, recoveryCodes, cookies: cookiesOf(confirmed) };
}
