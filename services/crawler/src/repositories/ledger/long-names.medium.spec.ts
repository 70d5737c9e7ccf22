import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { newId, openFoundation, SCHEDULER } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { crawlerService } from '../../service.ts';
import { mirrorFor } from '../mirrors/mirror.store.ts';
import { addToLedger, countLedger } from './blob-ledger.store.ts';
import { ledgerAfter } from './ledger.fixture.ts';

it('blobs with names of any length are listed, also under several such names', async () => {
  const environment = await createTestEnvironment();
  const foundation = await openFoundation(crawlerService, environment.env);
  try {
    // git takes names that no file system does; an entry of an index holds 2,704 bytes.
    const long = randomBytes(4_000).toString('hex');
    const paths = ['folder/short.txt', `folder/${long}.txt`, `${long}.env`];
    const found = await foundation.database.inScope(SCHEDULER, async (em) => {
      const mirror = await mirrorFor(em, 'https://dev.example/long', '', newId());
      const introductions = paths.map((path) => ({ oid: 'ab'.repeat(20), path }));
      for (let time = 0; time < 2; time++) await addToLedger(em, { id: mirror, organisation_id: null }, introductions);
      return { counts: await countLedger(em, mirror), rows: await ledgerAfter(em, mirror, '0', 10) };
    });
    expect(found.counts.total).toBe(1);
    expect(found.rows.map(({ path }) => path)).toEqual(paths);
  } finally {
    await foundation.close();
    await environment.drop();
  }
});
