import { Database, forgetKnownKeys } from '@leakwatch/platform';
import type { OpsCommand } from './command.ts';

/** The services with `knownKeyTable`. */
const KEEPERS = ['admin', 'tasks', 'crawler', 'events'] as const;

/** For keys that are lost for good: services start with others, and what the lost ones sealed stays unreadable. */
export const forgetKeys: OpsCommand['run'] = async ({ databaseUrl, say }) => {
  for (const service of KEEPERS) {
    const database = await Database.open({ url: databaseUrl, service, pool: 1 });
    await forgetKnownKeys(database, service).finally(() => database.close());
  }
  say('Services start with whatever keys they are given next. What earlier keys sealed cannot be read without them.');
};
