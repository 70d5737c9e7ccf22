import { expect, it } from '@jest/globals';
import { buildService, openFoundation } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { ACCOUNT_RESOURCES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { crawlerService } from '../service.ts';
import { GitRepoSource } from './git-repo/git-repo.source.ts';
import { UNIT_SOURCES, type UnitSource } from './unit-source.port.ts';

it('every source that a task can be saved with is searched by one adapter', async () => {
  const environment = await createTestEnvironment();
  const app = await buildService(crawlerService, await openFoundation(crawlerService, environment.env), { timers: false });
  try {
    await app.init();
    const whole = app.get(GitRepoSource, { strict: false });
    const inUnits = app.get<readonly UnitSource[]>(UNIT_SOURCES, { strict: false });
    expect([whole, ...inUnits].map(({ kind }) => kind).toSorted()).toEqual([...SOURCE_TYPES].toSorted());
    // Staff read in words what accounts have left.
    const counted = inUnits.flatMap(({ rates }) => Object.entries(rates).flatMap(([name, { by }]) => (by === 'account' ? [name] : [])));
    expect([...new Set(counted)].toSorted()).toEqual([...ACCOUNT_RESOURCES].toSorted());
  } finally {
    await app.close();
    await environment.drop();
  }
});
