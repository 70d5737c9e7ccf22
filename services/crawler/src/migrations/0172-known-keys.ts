import { knownKeyTable, type MigrationStep } from '@leakwatch/platform';

/** Which keys the processes were started with, so that a wrong one is refused. */
export const knownKeys: MigrationStep = { name: '0172-known-keys', sql: knownKeyTable('crawler') };
