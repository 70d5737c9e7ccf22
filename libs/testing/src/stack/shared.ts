import type { startPostgres } from '@leakwatch/local';

/** Where a test process finds the stack that the set-up started. */
export const STACK_FILE_VARIABLE = 'LEAKWATCH_TEST_STACK';
/** Names the folder that every product of the end-to-end tests begins as a copy of. */
export const PREPARED_HOME = 'LEAKWATCH_TEST_HOME';
/** The migrated database; nothing connects to it while copies are made. */
export const TEMPLATE = 'leakwatch';

/** Parts that run for this set of tests; set-up and teardown live in one process. */
export const running: Awaited<ReturnType<typeof startPostgres>>[] = [];

/** More databases than all tests of a run use; the first one holds the counter. */
export const REDIS_DATABASES = 2_000;
