import { googleId, type SimulatedGoogleDocument, startGoogleDocs } from '@leakwatch/simulators';
import { GoogleDocsSource } from '../google-docs/google-docs.source.ts';
import { FIRST, firstText, TITLES, type World } from './world.fixture.ts';
import { suffersHttp } from './world-access.fixture.ts';

export async function googleWorld(): Promise<World> {
  const api = await startGoogleDocs({ documents: [], keys: { one: 'engine', two: 'other' }, perDay: 1_000_000 });
  let number = 0;
  const make = (text: string, more: Partial<SimulatedGoogleDocument> = {}): SimulatedGoogleDocument => ({
    kind: 'document',
    id: googleId((number += 1)),
    title: `Plan ${number}`,
    content: text,
    ...more,
  });
  for (let n = 0; n < FIRST; n += 1) api.documents = [...api.documents, make(firstText(n))];
  const happens: World['happens'] = (act, at, text) => {
    const documents = [...api.documents];
    const index = at % Math.max(1, documents.length);
    const one = documents[index];
    if (act === 'add') documents.unshift(make(text, { kind: at % 3 === 0 ? 'file' : 'document', title: TITLES[at % TITLES.length] ?? '' }));
    if (act === 'keyed') {
      const made = make(text, { kind: 'file', resourceKey: `0-key${number}` });
      documents.unshift({ ...made, alsoAt: [`/file/d/${made.id}/view?resourcekey=${made.resourceKey}`] });
    }
    if (act === 'twice') {
      const made = make(text, { kind: 'file' });
      documents.unshift({
        ...made,
        alsoAt: [`/file/d/${made.id}/view?resourcekey=0-any`, `/open?id=${made.id}`, `/file/u/1/d/${made.id}/edit`],
      });
    }
    if (one !== undefined) {
      const change = (more: Partial<SimulatedGoogleDocument>) => void (documents[index] = { ...one, ...more });
      if (act === 'edit') change({ content: text });
      if (act === 'title') change({ title: `${TITLES[at % TITLES.length]} ${(number += 1)}` });
      if (act === 'close') change({ sharing: 'private' });
      if (act === 'open') change({ sharing: 'public' });
      if (act === 'delete') documents.splice(index, 1);
      if (act === 'move') documents.push(...documents.splice(index, 1));
    }
    api.documents = documents;
  };
  const { origin } = api;
  return {
    source: new GoogleDocsSource({
      GOOGLE_SEARCH_URL: origin,
      GOOGLE_DOCS_URL: origin,
      GOOGLE_DRIVE_URL: origin,
      GOOGLE_DOWNLOAD_URL: origin,
      GOOGLE_CONTENT_URL: api.contentOrigin,
    }),
    suffer: suffersHttp(api),
    accounts: [
      ['engine', 'one'],
      ['other', 'two'],
    ],
    task: {},
    isStream: false,
    isTitled: true,
    passDays: [0, 31],
    acts: ['add', 'add', 'keyed', 'twice', 'edit', 'edit', 'title', 'title', 'close', 'open', 'delete', 'move'],
    happens,
    shown: () =>
      api.documents
        .filter(({ sharing }) => sharing !== 'private')
        .map(({ id, content }) => ({ container: id, path: null, text: Buffer.from(content).toString() })),
    close: api.close,
  };
}
