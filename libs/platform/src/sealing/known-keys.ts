import { refusedDatabase } from '../bus/postgres/refused-database.ts';
import { InvalidSettings } from '../config/load-settings.ts';
import { type KeyRing, keyFingerprint } from '../crypto/keys.ts';
import { retryTransient } from '../errors/retry-transient.ts';
import type { Logger } from '../logging/logger.ts';
import { type Database, rows, type SqlEntityManager, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';

/** The table in a service's schema with the keys that its processes were started with: docs/operating.md, "Keys". */
export const knownKeyTable = (service: string) => `
  create table ${service}.known_key (
    setting text not null,
    version int not null,
    fingerprint text not null,
    -- When a process last started with it as the first key of the setting.
    used_at timestamptz,
    primary key (setting, version)
  );`;

/** Keys by the name of their setting. */
export type KeysInUse = Readonly<Record<string, KeyRing>>;

/**
 * Compares keys with those that this database was used with, and records the new ones; waits while PostgreSQL is away. Throws InvalidSettings when a
 * version was another key before, and when the ring lacks the key that was used last: what it sealed could not be opened.
 */
export async function assertKnownKeys(database: Database, service: string, keys: KeysInUse, logger: Logger): Promise<void> {
  for (const [setting, ring] of Object.entries(keys))
    await retryTransient(
      () =>
        database
          .inScope(SCHEDULER, (em) => assertKnownRing(em, `${service}.known_key`, setting, ring))
          .catch((error: unknown) => {
            throw refusedDatabase(error);
          }),
      (attempt) => {
        if (attempt === 1) logger.warn({ setting: 'DATABASE_URL' }, 'PostgreSQL cannot be reached; the service starts when it can');
        return false;
      },
    );
}

async function assertKnownRing(em: SqlEntityManager, name: string, setting: string, ring: KeyRing): Promise<void> {
  const table = sql.table(name);
  for (const { version, secret } of ring)
    await rows(
      em,
      sql`insert into ${table} (setting, version, fingerprint) values (${setting}, ${version}, ${keyFingerprint(secret)}) on conflict do nothing`,
    );
  const known = await rows(
    em,
    sql<{ version: number; fingerprint: string }>`
      select version, fingerprint from ${table} where setting = ${setting} order by used_at desc nulls last`,
  );
  const other = known.find(({ version, fingerprint }) =>
    ring.some((key) => key.version === version && fingerprint !== keyFingerprint(key.secret)),
  );
  const [last] = known;
  const missing = last !== undefined && !ring.some(({ version }) => version === last.version) ? last : undefined;
  const wrong = other ?? missing;
  if (wrong !== undefined) throw new InvalidSettings(refusal(setting, wrong.version, wrong === other));
  // The end of a rotation: nothing needs the other keys, and their numbers may be used again.
  if (ring.length === 1) await rows(em, sql`delete from ${table} where setting = ${setting} and version <> ${ring[0].version}`);
  await rows(em, sql`update ${table} set used_at = clock_timestamp() where setting = ${setting} and version = ${ring[0].version}`);
}

const refusal = (setting: string, version: number, isOther: boolean) =>
  `Setting ${setting}: ${isOther ? `its key of version ${version} differs from the one that was in use before` : `the key of version ${version}, which was in use last, is missing`}. ` +
  'Stored values cannot be read or compared without it: see "Keys" in docs/operating.md';

/** Lets the next processes of a service start with any keys. */
export const forgetKnownKeys = (database: Database, service: string): Promise<unknown> =>
  database.inScope(SCHEDULER, (em) => rows(em, sql`delete from ${sql.table(`${service}.known_key`)}`));
