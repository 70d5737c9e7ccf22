import { googleId, type SimulatedGoogleDocument, startGoogleDocs } from '@leakwatch/simulators';
import { GoogleDocsSource } from '../google-docs/google-docs.source.ts';
import { secretOf, TOKENS } from './accounts.fixture.ts';
import { HTTP_FAULTS, type Subject, sufferOf, textOf } from './subject.fixture.ts';

const pathOf = (number: number): string => `Plan ${number}`;
const documentOf = (number: number): SimulatedGoogleDocument => ({
  kind: 'document',
  id: googleId(number),
  title: pathOf(number),
  content: textOf(number),
});

/** Google documents: an account is a search engine with its key. */
export async function openGoogleDocs(): Promise<Subject> {
  const keys: Record<string, string> = {};
  const accept = () => {
    for (const { login, secret } of TOKENS) keys[secret] = login;
  };
  accept();
  const api = await startGoogleDocs({ documents: [], keys, perDay: 1_000_000 });
  const { origin } = api;
  return {
    source: new GoogleDocsSource({
      GOOGLE_SEARCH_URL: origin,
      GOOGLE_DOCS_URL: origin,
      GOOGLE_DRIVE_URL: origin,
      GOOGLE_DOWNLOAD_URL: origin,
      GOOGLE_CONTENT_URL: api.contentOrigin,
    }),
    accounts: TOKENS,
    task: {},
    namesAll: false,
    estimates: true,
    pageSize: 10,
    faults: HTTP_FAULTS,
    hasNetwork: true,
    requests: () => api.requests.length,
    put: (number) => void (api.documents = [documentOf(number), ...api.documents]),
    remove: (number) => void (api.documents = api.documents.filter(({ id }) => id !== googleId(number))),
    pathOf,
    suffer: sufferOf(api),
    refuse: (login) => void delete keys[secretOf(login)],
    accept,
    close: api.close,
  };
}
