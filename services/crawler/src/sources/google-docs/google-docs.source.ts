import type { TaskChange } from '@leakwatch/contracts';
import { SETTINGS } from '@leakwatch/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Access, Rate } from '../../accounts/access.port.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { serverOf } from '../../upstreams/server-of.ts';
import type { Answer, AskContext, FetchedDocument, Reference, Stored, UnitNeed, UnitSource } from '../unit-source.port.ts';
import { CustomSearch } from './custom-search.ts';
import { type DocumentSearch, type FoundDocuments, type SearchSite } from './document-search.port.ts';
import { fetchGoogleDocument } from './fetch-google-document.ts';
import type { GoogleSites } from './google-links.ts';
import {
  firstSlice,
  googleHint,
  googleNeeds,
  googleRequest,
  type GoogleSlice,
  googleSlice,
  referenceOf,
  stateOf,
} from './google-requests.ts';

/** A deep query with more results than the search gives is asked for each kind of document. */
const PARTS: readonly SearchSite[] = ['document', 'spreadsheets', 'presentation', 'forms', 'drive'];

/** Public documents of Google: a search names them, and their exports are read without signing in. */
@Injectable()
export class GoogleDocsSource implements UnitSource {
  readonly kind = 'google_docs';
  readonly rates: Readonly<Record<string, Rate>> = {
    // Free of charge; more is paid for and asked with further accounts.
    search: { requests: 100, seconds: 86_400, by: 'account' },
    // Google gives no number and asks for a captcha from addresses that read too fast.
    document: { requests: 60, seconds: 60, by: 'address' },
  };
  readonly resources = { ask: () => 'search', fetch: 'document' };
  readonly accounts = 'required';
  /** The searches of a day may end in the middle of a pass, on several days in a row. */
  readonly passKeptSeconds = 7 * 86_400;
  readonly fetchesAtOnce = 4;
  readonly server: { readonly host: string; readonly port: number };
  private readonly sites: GoogleSites;
  private readonly contentHost: string;
  private readonly search: DocumentSearch;

  constructor(@Inject(SETTINGS) settings: GoogleSettings) {
    this.sites = { docs: settings.GOOGLE_DOCS_URL, drive: settings.GOOGLE_DRIVE_URL, download: settings.GOOGLE_DOWNLOAD_URL };
    this.contentHost = new URL(settings.GOOGLE_CONTENT_URL).host;
    this.search = new CustomSearch(settings.GOOGLE_SEARCH_URL);
    this.server = serverOf(settings.GOOGLE_SEARCH_URL);
  }

  /** A query like any other: Google has no free request that checks a key: this one costs one of the hundred of a day. */
  readonly tryAccount = async (access: Access, signal: AbortSignal): Promise<void> => {
    await this.search.search({ phrases: ['"leakwatch"'], site: 'document', days: null, start: 1 }, access, signal);
  };

  unitsFor(task: TaskChange): readonly UnitNeed[] {
    return googleNeeds(task);
  }

  plan(_request: Stored, state: Stored | undefined): readonly Stored[] {
    return [firstSlice(stateOf(state), new Date())];
  }

  async ask(stored: Stored, { request, state, access, signal }: AskContext): Promise<Answer> {
    const slice = googleSlice.parse(stored);
    const { phrases, deep } = googleRequest.parse(request);
    const found = await this.search.search({ phrases, ...slice }, access, signal);
    const parts = deep && slice.site === 'all' && found.total > this.search.cap ? PARTS : [];
    if (parts.length > 0) return { references: [], more: parts.map((site, at) => ({ ...slice, site, isLast: at === parts.length - 1 })) };
    const references = found.hits.flatMap((hit) => referenceOf(hit, slice.day, this.sites) ?? []);
    const following = this.following(slice, found, references.length);
    if (!slice.isLast || following.more.length > 0) return { references, ...following };
    // Not before the pass ends: one that is interrupted and begins again must not pass for read.
    const whole = slice.days === null ? slice.day : (stateOf(state)?.whole ?? slice.day);
    return { references, ...following, state: { pass: slice.day, whole } };
  }

  /** The next page; with the last one the estimate is replaced by what the pages named. */
  private following(slice: GoogleSlice, found: FoundDocuments, here: number): Pick<Answer, 'more' | 'total' | 'capped'> {
    const { cap, perPage } = this.search;
    const estimate = slice.start === 1 ? found.total : slice.estimate;
    const named = slice.named + here;
    const start = slice.start + perPage;
    const given = slice.start === 1 ? { total: estimate } : {};
    if (found.hasNext && start <= cap) return { ...given, more: [{ ...slice, start, estimate, named }] };
    if (found.hasNext) return { ...given, more: [], capped: true };
    return { more: [], total: (given.total ?? 0) + named - estimate };
  }

  async fetch({ hint }: Reference, { access, signal }: Pick<AskContext, 'access' | 'signal'>): Promise<readonly FetchedDocument[]> {
    const { sites, contentHost } = this;
    return [await fetchGoogleDocument({ sites, contentHost, access, signal }, googleHint.parse(hint))];
  }
}

type GoogleSettings = Pick<
  CrawlerSettings,
  'GOOGLE_SEARCH_URL' | 'GOOGLE_DOCS_URL' | 'GOOGLE_DRIVE_URL' | 'GOOGLE_DOWNLOAD_URL' | 'GOOGLE_CONTENT_URL'
>;
