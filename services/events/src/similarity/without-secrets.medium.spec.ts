import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { PurgeDeletedEvents } from '../deletion/purge-deleted-events.ts';
import { makeOwner, publishOrganisation } from '../events.fixture.ts';
import { AWS, lines, openSimilarity } from './similarity.fixture.ts';
import { SweepTexts } from './sweep-texts.ts';

// docs/decisions/0177.
describe('copies that hold a secret, and texts without one', () => {
  let stage: Awaited<ReturnType<typeof openSimilarity>>;
  beforeAll(async () => {
    stage = await openSimilarity();
  });
  afterAll(() => stage.events.close());

  it('are not closed with a template of them that holds no secret', async () => {
    const owner = await makeOwner(stage.events);
    await publishOrganisation(stage.events, owner.of.organisation_id);
    const code = lines(17);
    await stage.find(owner, {
      template: [...code, 'key = "changeme"'].join('\n'),
      filled: [...code, `key = "${AWS}"`].join('\n'),
      other: [...code, 'key = "xxxxxx"'].join('\n'),
    });
    expect(await stage.whys(owner.user, 'template')).toEqual(['other near_text']);
    expect(await stage.whys(owner.user, 'filled')).toEqual(['other near_text', 'template near_text']);
    const { id } = await stage.rowAt(owner.user, 'template');
    const closed = await stage.events.call(owner.user, 'POST', changeOneStatus.path.replace('{id}', id), {
      status: 'false',
      simular: true,
    });
    expect(closed.json()).toMatchObject({ changed: 2 });
    expect(await stage.rowAt(owner.user, 'filled')).toMatchObject({ status: 'open', similar_to_false: null });
  });

  it.each([
    ['template', 'filled', 'copy'],
    ['template', 'copy', 'filled'],
    ['filled', 'template', 'copy'],
    ['filled', 'copy', 'template'],
    ['copy', 'template', 'filled'],
    ['copy', 'filled', 'template'],
  ] as const)('lead the same way in whichever order they come: %s, %s, %s', async (...order) => {
    const owner = await makeOwner(stage.events);
    const code = lines(18);
    const texts = {
      template: [...code, 'key = "changeme"'].join('\n'),
      filled: [...code, `key = "${AWS}"`].join('\n'),
      copy: [...code.slice(1), `key = "${AWS}"`].join('\n'),
    };
    for (const path of order) await stage.find(owner, { [path]: texts[path] });
    expect(await stage.whys(owner.user, 'template')).toEqual([]);
    expect(await stage.whys(owner.user, 'filled')).toEqual(['copy same_secret near_text', 'template near_text']);
    expect(await stage.whys(owner.user, 'copy')).toEqual(['filled same_secret near_text', 'template near_text']);
    const counts = await Promise.all(order.map(async (path) => [path, (await stage.rowAt(owner.user, path)).sim_count] as const));
    expect(Object.fromEntries(counts)).toEqual({ template: 0, filled: 2, copy: 2 });
  });

  it('leave no link to a text without a secret that goes while the copy that holds one stays', async () => {
    const owner = await makeOwner(stage.events);
    const kept = { ...owner.of, task_id: randomUUID() };
    await stage.events.publishTask(kept);
    const code = lines(19);
    await stage.find(owner, { template: [...code, 'key = "changeme"'].join('\n') });
    await stage.find({ of: kept }, { filled: [...code, `key = "${AWS}"`].join('\n') });
    expect(await stage.whys(owner.user, 'filled')).toEqual(['template near_text']);
    await stage.events.deleteTask(owner.of);
    await stage.events.app.get(PurgeDeletedEvents).run(new Date(Date.now() + 31 * 86_400_000));
    await stage.events.app.get(SweepTexts).run();
    const left = await stage.read(sql<{ text: string }>`
      select text_id as text from events.text_link where organisation_id = ${owner.of.organisation_id}`);
    expect(left).toEqual([]);
  });
});
