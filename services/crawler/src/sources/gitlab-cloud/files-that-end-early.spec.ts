import { afterEach, describe, expect, test } from '@jest/globals';
import { simulatedProject } from '@leakwatch/simulators';
import { blobId } from '../../upstreams/blob-id.ts';
import { failureOf, type SourceStage } from '../source-stage.fixture.ts';
import { closeAll, startStage, TOKEN } from './gitlab-stage.fixture.ts';

afterEach(closeAll);

describe.each(['paid', 'free'] as const)('a file that ends early but cleanly, with a %s account,', (tier) => {
  const text = 'host corp.com\npassword of the tail\n';
  /** A paid account finds it by a search, which names no blob; a free one in the tree, which does. */
  const begin = async (headers: Readonly<Record<string, string>>) => {
    const made = await startStage(tier, 'corp.com', { projects: [simulatedProject(1, 'a/corp.com', { 'a.env': text })] });
    made.stage.begin();
    while (made.stage.frontier.slices.length > 0) await made.stage.step();
    const reference = made.stage.named.find(({ hint }) => JSON.stringify(hint).includes('a.env'));
    if (reference === undefined) throw new Error('no reference');
    const { access, source } = made.stage;
    const file = { cut: true };
    const { spend } = access;
    // Other questions, such as whether the project is public, are answered.
    Object.assign(access, {
      spend: async (resource: string) => {
        const isCut = file.cut && resource === 'files';
        made.api.behaviour = isCut
          ? { kind: 'answer', status: 200, type: 'text/plain', body: text.slice(0, 14), headers }
          : { kind: 'plain' };
        await spend(resource);
      },
    });
    const fetching = (isLastTry: boolean) => source.fetch(reference, { access, signal: new AbortController().signal, isLastTry });
    return { file, fetching };
  };
  const shown = (documents: Awaited<ReturnType<SourceStage['source']['fetch']>>) =>
    documents.map(({ path, bytes, unread }) => [path, bytes === undefined ? unread : Buffer.from(bytes).toString()]);

  test.each([
    ['the id of the blob', { 'x-gitlab-blob-id': blobId(Buffer.from(text)), 'x-gitlab-size': String(text.length) }],
    ['the id of a blob of SHA-256', { 'x-gitlab-blob-id': blobId(Buffer.from(text), 'sha256') }],
    ['its size', { 'x-gitlab-size': String(text.length) }],
  ])('is tried again where GitLab names %s', async (_, headers) => {
    const { file, fetching } = await begin(headers);
    expect(await failureOf(fetching(false), TOKEN)).toMatchObject({ failure: 'broken_answer', text: expect.stringContaining('its id') });
    file.cut = false;
    expect(shown(await fetching(false))).toEqual([['a.env', text]]);
  });

  test('is read as far as it goes in the last try, and counts as not read', async () => {
    const { fetching } = await begin({ 'x-gitlab-blob-id': blobId(Buffer.from(text)) });
    expect(shown(await fetching(true))).toEqual([
      ['a.env', 'host corp.com\n'],
      ['a.env', 'unavailable'],
    ]);
  });
});
