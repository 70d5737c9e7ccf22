import { migrations as admin } from '@leakwatch/admin/migrations';
import { migrations as crawler } from '@leakwatch/crawler/migrations';
import { migrations as events } from '@leakwatch/events/migrations';
import { busMigrations, createLogins, migrateSchema, underMigrationLock } from '@leakwatch/platform';
import { migrations as reports } from '@leakwatch/reports/migrations';
import { migrations as tasks } from '@leakwatch/tasks/migrations';

/** The bus first, because the services' roles are granted its function. */
const SCHEMAS = [busMigrations, admin, tasks, crawler, events, reports];

/**
 * Brings every schema up to date, one after another, then creates the logins whose passwords are given or changes their passwords.
 * Returns the names of the steps that ran.
 */
export async function migrateAll(url: string, passwords: ReadonlyMap<string, string> = new Map()): Promise<readonly string[]> {
  return underMigrationLock(url, async () => {
    const ran: string[] = [];
    for (const schema of SCHEMAS) {
      const steps = await migrateSchema(url, schema);
      ran.push(...steps.map((step) => `${schema.service}/${step}`));
    }
    await createLogins(url, passwords);
    return ran;
  });
}
