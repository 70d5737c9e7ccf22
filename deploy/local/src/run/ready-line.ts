import type { Ready } from './installation.ts';

/** The line that is printed when everything runs; with several gateways, the address of each. */
export const readyLine = ({ urls, adminEmail, adminPassword }: Ready): string =>
  `Leakwatch is ready: ${urls.join(' ')}  sign in as ${adminEmail} with ${adminPassword}  (Ctrl-C stops it)`;
