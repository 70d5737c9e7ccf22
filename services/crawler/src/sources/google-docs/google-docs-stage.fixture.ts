import { afterEach } from '@jest/globals';
import { type GoogleDocsApi, type GoogleDocsOptions, googleId, type SimulatedGoogleDocument, startGoogleDocs } from '@leakwatch/simulators';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { GoogleDocsSource } from './google-docs.source.ts';
import type { GoogleRequest } from './google-requests.ts';

export const KEY = 'AIzaSimulated';
const open: GoogleDocsApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

/** The access that the pool gives: the login is the engine. */
class GoogleAccess extends StageAccess {
  override readonly login = 'engine';
}

const sourceOf = ({ origin, contentOrigin }: GoogleDocsApi): GoogleDocsSource =>
  new GoogleDocsSource({
    GOOGLE_SEARCH_URL: origin,
    GOOGLE_DOCS_URL: origin,
    GOOGLE_DRIVE_URL: origin,
    GOOGLE_DOWNLOAD_URL: origin,
    GOOGLE_CONTENT_URL: contentOrigin,
  });

export const REQUEST: GoogleRequest = { phrases: ['"corp.example"'], deep: false };

/** Starts a server with these documents and a pass over them. */
export async function start(
  documents: readonly SimulatedGoogleDocument[],
  options: Partial<GoogleDocsOptions> = {},
  request: GoogleRequest = REQUEST,
) {
  const api = await startGoogleDocs({ documents, keys: { [KEY]: 'engine' }, perDay: 1_000, ...options });
  open.push(api);
  const access = new GoogleAccess(KEY);
  return { api, access, stage: new SourceStage(sourceOf(api), request, access) };
}

export const document = (number: number, more: Partial<SimulatedGoogleDocument> = {}): SimulatedGoogleDocument => ({
  kind: 'document',
  id: googleId(number),
  title: `Plan ${number}`,
  content: `line one\nhost db.corp.example number ${number}\n`,
  ...more,
});
