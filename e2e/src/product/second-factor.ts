import { addTwoFactor, confirmTwoFactor } from '@leakwatch/contracts';
import { generateSync } from 'otplib';
import { asConsole, ask, type Cookies, cookiesOf } from './api.ts';

/** The code that the user's app shows, so many steps from now. One step ahead is still accepted and cannot have been used. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(Date.now() / 1000) + 30 * steps });

export interface SetUp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Cookies of the completed session. */
  readonly cookies: Cookies;
}

/** Sets up a second factor for the signed-in user. */
export async function setUpSecondFactor(base: string, cookies: Cookies): Promise<SetUp> {
  const { secret } = addTwoFactor.answer.parse((await ask(base, 'POST', '/api/profile/two_factor/add/', asConsole(cookies))).body);
  const confirmed = await ask(base, 'POST', '/api/profile/two_factor/confirm/', asConsole(cookies, { token: codeOf(secret) }));
  const { recovery_codes: recoveryCodes } = confirmTwoFactor.answer.parse(confirmed.body);
  return { secret, recoveryCodes, cookies: cookiesOf(confirmed) };
}
