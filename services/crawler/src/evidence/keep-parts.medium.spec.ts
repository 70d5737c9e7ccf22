import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rows, SCHEDULER, sql } from '@leakwatch/platform';
import { FolderStage } from './folder-stage.fixture.ts';

const HOUR = 3_600;
const FILE = 'telegram 1 2 3';

describe('parts of a file', () => {
  let stage: FolderStage;
  beforeAll(async () => {
    stage = await FolderStage.open();
  });
  afterAll(() => stage.close());
  const inScope = (statement: ReturnType<typeof sql>) => stage.database.inScope(SCHEDULER, (em) => rows(em, statement));
  const keys = async () => {
    const listed = await stage.database.inScope(SCHEDULER, (em) =>
      rows(em, sql<{ object_key: string }>`select object_key from crawler.object_deletion order by object_key`),
    );
    return listed.map(({ object_key: key }) => key);
  };
  const pass = (seconds: number) => inScope(sql`update crawler.object_deletion set due = due - make_interval(secs => ${seconds})`);
  const of = async (parts = stage.parts()) =>
    [...(await parts.of(FILE, [0, 5, 10]))].map(([at, bytes]) => [at, Buffer.from(bytes).toString()]);
  beforeEach(() => inScope(sql`delete from crawler.object_deletion`));

  it('are found by another process, and sealed in the store', async () => {
    await stage.parts().keep(FILE, 0, Buffer.from('first'));
    await stage.parts().keep(FILE, 5, Buffer.from('other'));
    expect(await of()).toEqual([
      [0, 'first'],
      [5, 'other'],
    ]);
    expect([...(await stage.parts().of('telegram 1 2 4', [0]))]).toEqual([]);
    for (const key of await keys()) expect(Buffer.from((await stage.objects.get(key)) ?? []).includes('first')).toBe(false);
  });

  it('are deleted some hours later, or minutes after the file was whole', async () => {
    await stage.parts().keep(FILE, 0, Buffer.from('first'));
    const [key = ''] = await keys();
    await pass(5 * HOUR);
    expect(await stage.sweep.run()).toBe(0);
    await pass(HOUR);
    expect(await stage.sweep.run()).toBe(1);
    expect([await of(), await stage.objects.get(key)]).toEqual([[], undefined]);
    await stage.parts().keep(FILE, 0, Buffer.from('first'));
    await stage.parts().finish(FILE, [0, 5]);
    expect(await keys()).toEqual([key]);
    expect(await of()).toHaveLength(1);
    await pass(HOUR / 4);
    expect(await stage.sweep.run()).toBe(1);
  });

  it('are not kept where so many are kept already, nor where the store is away', async () => {
    await inScope(sql`insert into crawler.object_deletion select 'parts/' || n, now() + interval '1 hour' from generate_series(1, 2000) n`);
    await stage.parts().keep(FILE, 0, Buffer.from('first'));
    expect(await of()).toEqual([]);
    await inScope(sql`delete from crawler.object_deletion`);
    const away = stage.parts({ put: () => Promise.reject(new Error('away')), get: () => Promise.reject(new Error('away')) });
    await away.keep(FILE, 0, Buffer.from('first'));
    expect(await of(away)).toEqual([]);
    // It is listed, and not there.
    expect(await of()).toEqual([]);
  });

  it('that were changed in the store are not taken', async () => {
    await stage.parts().keep(FILE, 0, Buffer.from('first'));
    await stage.parts().keep(FILE, 5, Buffer.from('other'));
    const [one = '', two = ''] = await keys();
    await stage.objects.put(one, (await stage.objects.get(two)) ?? new Uint8Array());
    expect(await of()).not.toContainEqual([0, 'other']);
  });
});
