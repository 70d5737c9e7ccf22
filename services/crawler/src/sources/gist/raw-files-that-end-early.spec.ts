import { afterEach, expect, test } from '@jest/globals';
import { failureOf } from '../source-stage.fixture.ts';
import { closeGists, gist, gistStage, SECRET, startGists } from './gist-stage.fixture.ts';

afterEach(closeGists);

const LONG = Buffer.alloc(1_500_000, 'long line\n');

test('a gist with a raw file that ends early is tried again, and read as far as it goes in the last try', async () => {
  const api = await startGists({ gists: [gist('aa', '2026-03-01T00:00:00Z', { a: 'host corp.example', long: LONG })] });
  const stage = gistStage(api);
  stage.begin();
  await stage.step();
  const { spend } = stage.access;
  let cut = true;
  Object.assign(stage.access, {
    spend: async (resource: string) => {
      const body = LONG.subarray(0, 1_200_000).toString();
      api.behaviour = cut && resource === 'raw' ? { kind: 'answer', status: 200, type: 'text/plain', body } : { kind: 'plain' };
      await spend(resource);
    },
  });
  const [reference] = stage.named;
  if (reference === undefined) throw new Error('no reference');
  const fetching = (isLastTry: boolean) =>
    stage.source.fetch(reference, { access: stage.access, signal: new AbortController().signal, isLastTry });
  expect((await failureOf(fetching(false), SECRET)).failure).toBe('broken_answer');
  expect((await fetching(true)).map(({ path, bytes, unread }) => [path, bytes?.byteLength, unread])).toEqual([
    ['a', 17, undefined],
    ['long', 1_200_000, undefined],
    ['long', undefined, 'unavailable'],
  ]);
  cut = false;
  await stage.finish();
  expect(stage.documents.map(({ path, bytes }) => [path, bytes?.byteLength])).toEqual([
    ['a', 17],
    ['long', LONG.byteLength],
  ]);
});
