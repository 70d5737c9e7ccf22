import { FACTOR_FILE, Home } from '../home.ts';
import type { Ready } from './installation.ts';

/**
 * The line that is printed when everything runs; with several gateways, the address of each. Staff set their second factor up at the
 * first sign-in; one that a program set up is named.
 */
export function readyLine({ urls, adminEmail, adminPassword, home }: Ready): string {
  const factor = Home.factor(home.path);
  const second =
    factor === undefined ? '' : ` and a code of the key ${factor.secret} in an authenticator app, or one of ${home.in(FACTOR_FILE)}`;
  return `Leakwatch is ready: ${urls.join(' ')}  sign in as ${adminEmail} with ${adminPassword}${second}  (Ctrl-C stops it)`;
}
