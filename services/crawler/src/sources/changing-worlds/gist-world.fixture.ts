import { GistCorpus, gistId, type SimulatedGist, startGistApi } from '@leakwatch/simulators';
import { GistSource } from '../gist/gist.source.ts';
import { FIRST, firstText, type Shown, type World } from './world.fixture.ts';
import { suffersHttp } from './world-access.fixture.ts';

export async function gistWorld(): Promise<World> {
  const corpus = new GistCorpus([]);
  const api = await startGistApi({
    gists: corpus,
    tokens: { ann: 'valid', bob: 'valid' },
    limits: { core: 1_000_000 },
  });
  let second = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1) + (second += 1) * 1000).toISOString().replace('.000Z', 'Z');
  const removed: SimulatedGist[] = [];
  const make = (text: string, files = 1): SimulatedGist => ({
    id: gistId(second + 1),
    owner: 'ann',
    files: Array.from({ length: files }, (_, at) => ({ name: `note${at}.txt`, content: text })),
    updatedAt: now(),
  });
  for (let n = 0; n < FIRST; n += 1) corpus.put(make(firstText(n)));
  const happens: World['happens'] = (act, at, text) => {
    const one = corpus.gists[at % Math.max(1, corpus.gists.length)];
    if (act === 'add') corpus.put(make(text, 1 + (at % 3)));
    if (one === undefined) return;
    const put = (more: Partial<SimulatedGist>) => corpus.put({ ...one, updatedAt: now(), ...more });
    const [first, ...others] = one.files;
    if (act === 'edit' && first !== undefined) put({ files: [{ ...first, content: text }, ...others] });
    if (act === 'edit back' && first !== undefined) put({ files: [{ ...first, content: firstText(0) }, ...others] });
    if (act === 'rename' && first !== undefined) put({ files: [{ ...first, name: `renamed${at}!/x.zip` }, ...others] });
    if (act === 'add file') put({ files: [...one.files, { name: `more${at}.txt`, content: text }] });
    if (act === 'binary')
      put({
        files: [...one.files, { name: `bin${at}.dat`, content: Buffer.concat([Buffer.from(`${text}\n`), Buffer.from([255, 254, 10])]) }],
      });
    if (act === 'remove file') put({ files: one.files.length > 1 ? one.files.slice(1) : one.files });
    if (act === 'fork') corpus.put({ ...one, id: gistId(10_000 + (second += 1)), owner: 'bob', updatedAt: now() });
    if (act === 'comment') put({ comments: [...(one.comments ?? []), text] });
    if (act === 'delete') {
      corpus.gists = corpus.gists.filter(({ id }) => id !== one.id);
      removed.push(one);
    }
    if (act === 'restore') corpus.put(...removed.splice(0));
    if (act === 'hide') corpus.put({ ...one, deleted: one.deleted !== true });
  };
  return {
    source: new GistSource({ GITHUB_API_URL: api.origin, GIST_WEB_URL: api.origin, GIST_RAW_URL: api.origin }),
    suffer: suffersHttp(api),
    accounts: [],
    task: {},
    isStream: false,
    isTitled: false,
    passDays: [0, 1, 0],
    acts: [
      'add',
      'add',
      'edit',
      'edit',
      'edit back',
      'rename',
      'add file',
      'binary',
      'remove file',
      'fork',
      'comment',
      'delete',
      'restore',
      'hide',
    ],
    happens,
    shown: () =>
      corpus.gists
        .filter(({ deleted }) => deleted !== true)
        .flatMap((gist) => [
          ...gist.files.map(
            ({ name, content }): Shown => ({
              container: gist.id,
              path: name,
              text: Buffer.from(content).toString('latin1').split('\n')[0] ?? '',
            }),
          ),
          ...(gist.comments ?? []).map((body, at): Shown => ({ container: gist.id, path: `comments/${4_000_000 + at}`, text: body })),
        ]),
    close: api.close,
  };
}
