import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import type { Key, KeyRing } from '../crypto/keys.ts';
import { createLogger } from '../logging/logger.ts';
import { Database, rows, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';
import { assertKnownKeys, forgetKnownKeys } from './known-keys.ts';

const key = (version: number, letter: string): Key => ({ version, secret: letter.repeat(32) });
const [FIRST, SECOND, FORGED] = [key(1, 'a'), key(2, 'b'), key(1, 'c')];
const logger = createLogger('test', 'silent');
let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase();
  database = await Database.open({ url: created.url, service: 'admin', pool: 4 });
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

const start = (setting: string, ...ring: KeyRing) => assertKnownKeys(database, 'admin', { [setting]: ring }, logger);

it('a rotation in the order of docs/operating.md passes, also where processes of two of its steps start alternately', async () => {
  const rings: readonly KeyRing[] = [[FIRST], [FIRST, SECOND], [SECOND, FIRST], [FIRST, SECOND], [SECOND, FIRST], [SECOND], [SECOND]];
  for (const ring of rings) await start('ROTATED', ...ring);
  await expect(start('ROTATED', FIRST)).rejects.toThrow('Setting ROTATED: the key of version 2, which was in use last, is missing');
  // The refused start left no trace, and numbers of keys that nothing needs may be used again.
  await start('ROTATED', SECOND, FORGED);
});

it('another key of the same version is refused, and neither stored nor shown', async () => {
  await start('REPLACED', FIRST);
  await expect(start('REPLACED', FORGED)).rejects.toThrow(
    /^Setting REPLACED: its key of version 1 differs from the one that was in use before\..*"Keys"/,
  );
  await expect(start('REPLACED', SECOND, FORGED)).rejects.toThrow('its key of version 1 differs');
  await expect(start('REPLACED', SECOND)).rejects.toThrow('the key of version 1, which was in use last, is missing');
  await start('REPLACED', FIRST);
  const kept = await database.inScope(SCHEDULER, (em) =>
    rows(em, sql<{ fingerprint: string }>`select fingerprint from admin.known_key where setting = 'REPLACED'`),
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]?.fingerprint).not.toContain(FIRST.secret);
});

it('of processes that start for the first time at once with two keys, those with one of them go on', async () => {
  const starts = await Promise.allSettled([FIRST, FORGED, FIRST, FORGED].map((one) => start('AT_ONCE', one)));
  const passed = starts.map(({ status }) => status === 'fulfilled');
  expect([`${passed}`]).toEqual([expect.stringMatching(/^(true,false,true,false|false,true,false,true)$/)]);
});

it('keys that are lost for good are forgotten by an act of its own', async () => {
  await start('LOST', FIRST);
  await expect(start('LOST', FORGED)).rejects.toThrow('its key of version 1 differs');
  await forgetKnownKeys(database, 'admin');
  await start('LOST', FORGED);
});
