import { type SimulatedPaste, startPastebinApi } from '@leakwatch/simulators';
import { PastebinSource } from '../pastebin/pastebin.source.ts';
import { FIRST, firstText, TITLES, type World } from './world.fixture.ts';
import { suffersHttp } from './world-access.fixture.ts';

export async function pastebinWorld(): Promise<World> {
  const api = await startPastebinApi({ pastes: [] });
  let number = 0;
  const everCut = new Set<string>();
  const firstLine = (body: Uint8Array) => Buffer.from(body).toString().split('\n')[0] ?? '';
  const make = (text: string, title = ''): SimulatedPaste => {
    number += 1;
    return { key: String(number).padStart(8, '0'), date: 1_700_000_000 + number, body: Buffer.from(text), title };
  };
  for (let n = 0; n < FIRST; n += 1) api.pastes.unshift(make(firstText(n)));
  const happens: World['happens'] = (act, at, text) => {
    if (act === 'add') api.pastes.unshift(make(text, TITLES[at % TITLES.length]));
    const index = at % Math.max(1, api.pastes.length);
    const one = api.pastes[index];
    if (one === undefined) return;
    const change = (more: Partial<SimulatedPaste>) => void (api.pastes[index] = { ...one, ...more });
    const date = 1_700_000_000 + (number += 1);
    if (act === 'edit') change({ body: Buffer.from(text), date });
    // Of another size in any case: with the same date and size nothing in the list would say that it changed.
    if (act === 'edit longer') change({ body: Buffer.from(`${text}\n${'x'.repeat(one.body.length)}`) });
    if (act === 'title') change({ title: `${TITLES[at % TITLES.length]} ${number}` });
    if (act === 'syntax') change({ syntax: 'json' });
    if (act === 'expire' || act === 'private') api.pastes.splice(index, 1);
    if (act === 'not ready') api.notReady.add(one.key);
    if (act === 'ready') api.notReady.clear();
    if (act === 'cut') {
      api.cut.add(one.key);
      everCut.add(one.key);
    }
    if (act === 'whole') api.cut.clear();
  };
  return {
    source: new PastebinSource({ PASTEBIN_API_URL: api.origin }),
    suffer: suffersHttp(api),
    accounts: [],
    task: {},
    isStream: true,
    isTitled: true,
    wasCut: (container) => everCut.has(container),
    passDays: [0, 0, 1],
    acts: [
      'add',
      'add',
      'add',
      'edit',
      'edit',
      'edit longer',
      'title',
      'syntax',
      'expire',
      'private',
      'not ready',
      'ready',
      'cut',
      'whole',
    ],
    happens,
    shown: () =>
      api.pastes
        .filter(({ key }) => !api.notReady.has(key))
        .map(({ key, body }) => ({
          container: key,
          path: null,
          text: firstLine(body),
          ...(api.cut.has(key) && { cut: firstLine(body.subarray(0, Math.floor(body.byteLength / 2))) }),
        })),
    close: api.close,
  };
}
