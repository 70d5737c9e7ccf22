import { InvalidSettings } from '@leakwatch/platform';
import { CannotStart } from '../cannot-start.ts';
import type { Installation } from './installation.ts';

/** Runs `work`, then until Ctrl-C or SIGTERM. Stops everything in order in any case; exit code 1 when it could not start. */
export async function untilSignal(installation: Installation, work: () => Promise<void>): Promise<never> {
  let finish: () => void = () => undefined;
  const signalled = new Promise<void>((resolve) => {
    finish = resolve;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => finish());
  try {
    await Promise.race([work().then(() => signalled), signalled]);
    process.stdout.write('Stopping ...\n');
    await installation.stop();
    process.stdout.write('Stopped.\n');
    process.exit(0);
  } catch (error) {
    await installation.stop().catch(() => undefined);
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** One line for an error that the operator can fix, the stack trace for any other. */
export function explain(error: unknown): string {
  if (error instanceof CannotStart || error instanceof InvalidSettings) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
