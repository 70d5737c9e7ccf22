import { startPastebinApi } from '@leakwatch/simulators';
import { PastebinSource } from '../pastebin/pastebin.source.ts';
import { HTTP_FAULTS, type Subject, sufferOf, textOf } from './subject.fixture.ts';

const keyOf = (number: number): string => String(number).padStart(8, '0');

/** Pastebin's list of new pastes, which is asked without accounts. */
export async function openPastebin(): Promise<Subject> {
  const api = await startPastebinApi({ pastes: [] });
  return {
    source: new PastebinSource({ PASTEBIN_API_URL: api.origin }),
    accounts: [],
    task: {},
    namesAll: true,
    pageSize: 3,
    faults: HTTP_FAULTS,
    hasNetwork: true,
    requests: () => api.requests.length,
    put: (number) => void api.pastes.unshift({ key: keyOf(number), date: 1_700_000_000 + number, body: Buffer.from(textOf(number)) }),
    remove: (number) =>
      void api.pastes.splice(
        api.pastes.findIndex(({ key }) => key === keyOf(number)),
        1,
      ),
    pathOf: keyOf,
    suffer: sufferOf(api),
    refuse: () => void (api.blocked = true),
    accept: () => void (api.blocked = false),
    close: api.close,
  };
}
