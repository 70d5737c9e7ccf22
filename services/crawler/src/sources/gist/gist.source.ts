import type { TaskChange } from '@leakwatch/contracts';
import { SETTINGS } from '@leakwatch/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../../accounts/access.port.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { serverOf } from '../../upstreams/server-of.ts';
import type { Answer, AskContext, FetchContext, FetchedDocument, Reference, Stored, UnitNeed, UnitSource } from '../unit-source.port.ts';
import { firstSlices, leaveRefusedPart } from '../github/read-results.ts';
import { tryGithubAccount } from '../github/try-account.ts';
import { fetchGist } from './fetch-gist.ts';
import { GIST_RATES } from './gist-limits.ts';
import { gistNeeds, gistRequest, gistSlice, rotationOf, streamStateOf } from './gist-requests.ts';
import { firstList, readList } from './read-list.ts';
import { searchGists } from './search-gists.ts';

/** Public gists with their comments: new ones by the public list, older ones by the search of the web site. */
@Injectable()
export class GistSource implements UnitSource {
  readonly kind = 'gist';
  readonly rates = GIST_RATES;
  readonly resources = {
    ask: (request: Stored) => (gistRequest.parse(request).kind === 'stream' ? 'core' : 'web'),
    fetch: 'core',
  };
  readonly accounts = 'optional';
  /** GitHub asks for few requests at once; its secondary limits are not published. */
  readonly fetchesAtOnce = 4;
  readonly server: { readonly host: string; readonly port: number };
  private readonly settings: GistSettings;

  constructor(@Inject(SETTINGS) settings: GistSettings) {
    this.settings = settings;
    this.server = serverOf(settings.GITHUB_API_URL);
  }

  readonly tryAccount = (access: Access, signal: AbortSignal) =>
    tryGithubAccount({ baseUrl: this.settings.GITHUB_API_URL, access, signal });

  unitsFor(task: TaskChange): readonly UnitNeed[] {
    return gistNeeds(task);
  }

  plan(stored: Stored, state: Stored | undefined): readonly Stored[] {
    const request = gistRequest.parse(stored);
    return request.kind === 'stream' ? [firstList(streamStateOf(state))] : firstSlices(request.deep, rotationOf(state));
  }

  async ask(stored: Stored, { request: storedRequest, state, access, signal }: AskContext): Promise<Answer> {
    const slice = gistSlice.parse(stored);
    const context = { baseUrl: this.settings.GITHUB_API_URL, site: this.settings.GIST_WEB_URL, access, signal };
    if (slice.kind === 'list') return readList(context, slice, streamStateOf(state));
    const request = gistRequest.parse(storedRequest);
    if (request.kind === 'stream') throw new TypeError('a page of results is no slice of the list');
    const rotation = rotationOf(state);
    return searchGists(context, request, slice, { state: rotation, now: new Date() }).catch((error: unknown) => {
      const left = leaveRefusedPart(error, slice, request.deep, rotation);
      return { ...left.answer, state: left.state };
    });
  }

  async fetch(reference: Reference, { access, signal, isLastTry = false }: FetchContext): Promise<readonly FetchedDocument[]> {
    const { GITHUB_API_URL: baseUrl, GIST_RAW_URL: rawSite } = this.settings;
    return fetchGist({ baseUrl, rawSite, access, signal, isLastTry }, reference);
  }
}

type GistSettings = Pick<CrawlerSettings, 'GITHUB_API_URL' | 'GIST_WEB_URL' | 'GIST_RAW_URL'>;
