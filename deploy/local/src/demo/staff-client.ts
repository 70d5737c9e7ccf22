import { addTwoFactorPost, confirmTwoFactor, twoFactorStatus } from '@leakwatch/contracts';
import { generateSync } from 'otplib';
import { CannotStart } from '../cannot-start.ts';
import { Home } from '../home.ts';
import type { Ready } from '../run/installation.ts';
import { ConsoleClient, Refused } from './console-client.ts';

/** Seconds of one step of a code. */
const STEP_SECONDS = 30;

export interface StaffSignIn {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Returns a code of the second factor; undefined when none is known. Each code works once. */
  readonly code: () => string | undefined;
}

const now = () => Math.floor(Date.now() / 1000);

/** The next unused code of the second factor that a program set up in a home: a recovery code while there is one, then one of the seed. */
export function nextKeptCode(home: string): string | undefined {
  const factor = Home.factor(home);
  if (factor === undefined) return undefined;
  const [code, ...left] = factor.recoveryCodes;
  if (code === undefined) return generateSync({ secret: factor.secret, epoch: now() });
  Home.keepFactor(home, { ...factor, recoveryCodes: left });
  return code;
}

async function begin({ url, email, password }: StaffSignIn): Promise<{ client: ConsoleClient; active: boolean }> {
  const client = new ConsoleClient(url);
  await client.signIn(email, password);
  return { client, active: twoFactorStatus.answer.parse(await client.get(twoFactorStatus.path)).active };
}

/** People use the kept recovery codes too, so the first ones may be used. An account has 10 attempts a minute. */
const MOST_CODES = 8;

async function complete(client: ConsoleClient, { code }: StaffSignIn): Promise<ConsoleClient> {
  let refused: { readonly token: string; readonly error: Refused } | undefined;
  for (let tried = 1; ; tried += 1) {
    const token = code();
    if (token === undefined)
      throw new CannotStart('The second factor is due: run it again with LEAKWATCH_ADMIN_CODE=<code of the app, or a recovery code>.');
    if (refused !== undefined && (token === refused.token || tried > MOST_CODES)) throw refused.error;
    try {
      await client.post(confirmTwoFactor.path, { token });
      return client;
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'two_factor_code_invalid')) throw error;
      refused = { token, error };
    }
  }
}

/** Signs in as staff. Throws CannotStart when no second factor is set up, or no code is known. */
export async function signInAsStaff(as: StaffSignIn): Promise<ConsoleClient> {
  const { client, active } = await begin(as);
  if (!active) throw new CannotStart('Staff need a second factor: sign in to the console once and set it up.');
  return complete(client, as);
}

/** Signs in as the first staff account, and sets its second factor up where none is. It is kept in the home. */
export async function openStaffClient({ url, adminEmail: email, adminPassword: password, home }: Ready): Promise<ConsoleClient> {
  const as = { url, email, password, code: () => nextKeptCode(home.path) };
  const { client, active } = await begin(as);
  if (active) return complete(client, as);
  const { secret } = addTwoFactorPost.answer.parse(await client.post(addTwoFactorPost.path));
  // The code before the present one, which is still accepted: the present one stays free for a person.
  const confirm = () => client.post(confirmTwoFactor.path, { token: generateSync({ secret, epoch: now() - STEP_SECONDS }) });
  const answer = await confirm().catch((error: unknown) => {
    // The step ended while the code was on its way, so that it was two steps old.
    if (error instanceof Refused && error.code === 'two_factor_code_invalid') return confirm();
    throw error;
  });
  const { recovery_codes: recoveryCodes } = confirmTwoFactor.answer.parse(answer);
  Home.keepFactor(home.path, { secret, recoveryCodes });
  return client;
}
