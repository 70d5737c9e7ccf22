import globalSetup from './global-setup.ts';
import globalTeardown from './global-teardown.ts';
import { STACK_FILE_VARIABLE } from './shared.ts';

/** Runs `work` with PostgreSQL and Redis: those of the medium tests, or ones that are started for it and stopped afterwards. */
export async function withStack(work: () => Promise<void>): Promise<void> {
  if (process.env[STACK_FILE_VARIABLE] !== undefined) return work();
  try {
    await globalSetup();
    await work();
  } finally {
    await globalTeardown();
    delete process.env[STACK_FILE_VARIABLE];
  }
}
