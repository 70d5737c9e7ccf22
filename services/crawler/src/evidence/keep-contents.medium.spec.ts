import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { evidenceKey } from '@leakwatch/contracts';
import { FolderStage } from './folder-stage.fixture.ts';
import { makeFinding } from '../../../events/src/intake/findings.fixture.ts';
import { newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { saveStorageLevel } from '../storage/storage-level.store.ts';
import { claimContents } from './kept-contents.ts';

const DAY = 86_400;

describe('content between its storing and the findings', () => {
  let stage: FolderStage;
  beforeAll(async () => {
    stage = await FolderStage.open();
  });
  afterAll(() => stage.close());

  const passDay = () =>
    stage.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`update crawler.object_deletion set due = due - make_interval(secs => ${DAY + 1})`),
    );
  const listed = () =>
    stage.database.inScope(SCHEDULER, (em) => rows(em, sql<{ object_key: string }>`select object_key from crawler.object_deletion`));
  const findingOf = async (text: string) => {
    const [organisation_id, bytes] = [newId(), Buffer.from(text)];
    const kept = await stage.keep.run([{ organisation: organisation_id, bytes, first: 0 }]);
    return makeFinding({ organisation_id, task_id: newId(), content: kept.of(organisation_id, { bytes }, []) });
  };
  const exists = async ({ organisation_id: organisation, content }: Awaited<ReturnType<typeof findingOf>>) =>
    content !== null && (await stage.objects.get(evidenceKey(organisation, content))) !== undefined;

  it('is deleted after a day when the worker died before it published them', async () => {
    const finding = await findingOf('lost');
    await stage.sweep.run();
    expect(await exists(finding)).toBe(true);
    await passDay();
    expect(await stage.sweep.run()).toBe(1);
    expect([await exists(finding), await listed()]).toEqual([false, []]);
    await expect(stage.database.inScope(SCHEDULER, (em) => claimContents(em, [finding]))).rejects.toThrow('was deleted before');
  });

  it('stays when they were published, and is deleted when their transaction was rolled back', async () => {
    const [published, lost] = [await findingOf('published'), await findingOf('rolled back')];
    await stage.database.inScope(SCHEDULER, (em) => claimContents(em, [published, published]));
    const failing = stage.database.inScope(SCHEDULER, async (em) => {
      await claimContents(em, [lost]);
      throw new Error('the process died');
    });
    await expect(failing).rejects.toThrow('the process died');
    await passDay();
    await stage.sweep.run();
    expect([await exists(published), await exists(lost)]).toEqual([true, false]);
  });

  it('is another object for each organisation and once for equal bytes of one', async () => {
    const [ours, theirs] = [newId(), newId()];
    const [bytes, same] = [Buffer.from('equal'), Buffer.from('equal')];
    const kept = await stage.keep.run([
      { organisation: ours, bytes, first: 0 },
      { organisation: ours, bytes: same, first: 3 },
      { organisation: theirs, bytes, first: 0 },
    ]);
    const [one, other, foreign] = [kept.of(ours, { bytes }, []), kept.of(ours, { bytes: same }, []), kept.of(theirs, { bytes }, [])];
    expect(one).not.toBeNull();
    expect(other).toEqual(one);
    expect(foreign).toMatchObject({ hash: one?.hash });
    expect(foreign?.object).not.toBe(one?.object);
  });

  it('is left out for an organisation whose storage is full, and kept for another one', async () => {
    const [full, other] = [newId(), newId()];
    await stage.database.inScope(SCHEDULER, (em) => saveStorageLevel(em, { organisation_id: full, version: 1, level: 'full' }));
    const bytes = Buffer.from('a document');
    const kept = await stage.keep.run([full, other].map((organisation) => ({ organisation, bytes, first: 0 })));
    expect([kept.of(full, { bytes }, []), kept.of(other, { bytes }, [])]).toEqual([null, expect.objectContaining({ bytes: bytes.length })]);
    await stage.database.inScope(SCHEDULER, (em) => saveStorageLevel(em, { organisation_id: full, version: 2, level: 'near' }));
    const again = await stage.keep.run([{ organisation: full, bytes, first: 0 }]);
    expect(again.of(full, { bytes }, [])).not.toBeNull();
  });

  it('is left out where the store is away: findings do not wait for it', async () => {
    const [organisation, bytes] = [newId(), Buffer.from('a document')];
    const kept = await stage.keeping({ put: () => Promise.reject(new Error('no store')) }).run([{ organisation, bytes, first: 0 }]);
    expect(kept.of(organisation, { bytes }, [])).toBeNull();
  });
});
