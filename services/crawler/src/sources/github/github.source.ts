import type { TaskChange } from '@leakwatch/contracts';
import { SETTINGS } from '@leakwatch/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { serverOf } from '../../upstreams/server-of.ts';
import type { Answer, AskContext, FetchedDocument, Reference, Stored, UnitNeed, UnitSource } from '../unit-source.port.ts';
import { fetchBlob } from './fetch-blob.ts';
import type { GithubContext } from './github-client.ts';
import { GITHUB_RATES } from './github-limits.ts';
import { GithubRefusal } from './github-refusal.ts';
import { blobHint, githubNeeds, githubRequest, githubSlice, stateOf } from './github-requests.ts';
import { PublicRepositories } from './public-repositories.ts';
import { endsPart, readBranch, readTree, searchRepositories } from './read-repository.ts';
import { firstSlices, leaveRefusedPart } from './read-results.ts';
import { searchCode } from './search-code.ts';
import { tryGithubAccount } from './try-account.ts';

/** Files in public repositories of GitHub, by its code search or its repository search. */
@Injectable()
export class GithubSource implements UnitSource {
  readonly kind = 'github';
  readonly rates = GITHUB_RATES;
  readonly resources = {
    // A search of repositories asks once for a hundred of them, then for the branch and the tree of each.
    ask: (request: Stored) => (githubRequest.parse(request).by === 'code' ? 'code_search' : 'core'),
    fetch: 'core',
  };
  readonly accounts = 'required';
  /** GitHub asks for few requests at once; its secondary limits are not published. */
  readonly fetchesAtOnce = 4;
  readonly server: { readonly host: string; readonly port: number };
  private readonly baseUrl: string;
  private readonly repositories = new PublicRepositories();

  constructor(@Inject(SETTINGS) settings: Pick<CrawlerSettings, 'GITHUB_API_URL'>) {
    this.baseUrl = settings.GITHUB_API_URL;
    this.server = serverOf(this.baseUrl);
  }

  readonly tryAccount = (access: Access, signal: AbortSignal) => tryGithubAccount({ baseUrl: this.baseUrl, access, signal });

  unitsFor(task: TaskChange): readonly UnitNeed[] {
    return githubNeeds(task);
  }

  plan(request: Stored, state: Stored | undefined): readonly Stored[] {
    return firstSlices(githubRequest.parse(request).deep, stateOf(state).rotation);
  }

  leaving(stored: Stored, state: Stored | undefined): Pick<Answer, 'state'> | undefined {
    const slice = githubSlice.parse(stored);
    if (slice.kind === 'page') return undefined;
    return slice.kind === 'branch' && slice.ends !== null ? { state: endsPart(slice, stateOf(state)) } : {};
  }

  async ask(stored: Stored, { request: storedRequest, state: storedState, recall, access, signal }: AskContext): Promise<Answer> {
    const [request, slice, state] = [githubRequest.parse(storedRequest), githubSlice.parse(stored), stateOf(storedState)];
    const context: GithubContext = { baseUrl: this.baseUrl, access, signal };
    if (slice.kind === 'branch') return readBranch(context, slice, state, recall);
    if (slice.kind === 'tree') return readTree(context, slice, state);
    const search = request.by === 'code' ? searchCode : searchRepositories;
    const answered = search(context, request, slice, { state, now: new Date() }).catch((error: unknown) => {
      // A search has an answer, if an empty one: GitHub refuses documents and repositories, not searches.
      if (error instanceof GithubRefusal) throw new UpstreamError('broken_answer', { text: error.text });
      const left = leaveRefusedPart(error, slice, request.deep, state.rotation);
      return { ...left.answer, state: { ...state, rotation: left.state } };
    });
    return this.remembered(await answered);
  }

  async fetch({ hint }: Reference, { access, signal }: Pick<AskContext, 'access' | 'signal'>): Promise<readonly FetchedDocument[]> {
    return [await fetchBlob({ baseUrl: this.baseUrl, access, signal }, blobHint.parse(hint), this.repositories)];
  }

  /** What a search names is public now. */
  private remembered(answer: Answer): Answer {
    for (const { hint } of answer.references) this.repositories.saw(blobHint.parse(hint));
    for (const slice of answer.more.map((one) => githubSlice.parse(one)))
      if (slice.kind === 'branch') this.repositories.saw(slice.repository);
    return answer;
  }
}
