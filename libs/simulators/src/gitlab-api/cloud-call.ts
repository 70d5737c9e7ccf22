import type { ServerResponse } from 'node:http';
import type { HostApi, PageAsked } from '../host-api/host-api.ts';
import type { GitlabCorpus, SimulatedProject } from './cloud-corpus.ts';

export interface GitlabCloudAccount {
  /** Of the tier: a free account has no search of code over the whole site. */
  readonly tier: 'free' | 'paid';
  /** suspended: the token is known and its person is blocked. */
  readonly state?: 'valid' | 'revoked' | 'suspended';
  readonly seesPrivate?: boolean;
}

export interface GitlabCloudOptions extends Partial<GitlabCorpus> {
  /** By token. */
  readonly accounts: Readonly<Record<string, GitlabCloudAccount>>;
  /** Counted for each address; 10 in 60 seconds as GitLab.com has it when not given. Its end shows in no header of a good answer. */
  readonly searchWindow?: { readonly requests: number; readonly seconds: number };
  /** Counted for each token; it shows in the headers. */
  readonly apiWindow?: { readonly requests: number; readonly seconds: number };
  /** What a result of code search names: the commit, or the branch. */
  readonly codeRef?: 'commit' | 'branch';
  /** Above this there is no X-Total. */
  readonly counted?: number;
  /** The text with which a search over the whole site is refused; GitLab had several. */
  readonly scopeRefusal?: object;
  readonly port?: number;
}

export interface GitlabCloudApi extends HostApi {
  readonly corpus: GitlabCorpus;
  readonly accounts: Record<string, GitlabCloudAccount>;
  /** Is called before a request is answered; it may change the corpus. */
  onRequest: (path: string) => void;
}

/** What a route gets. */
export interface CloudCall {
  readonly api: GitlabCloudApi;
  readonly asked: PageAsked;
  readonly response: ServerResponse;
  readonly seesPrivate: boolean;
}

export const mayRead = (project: SimulatedProject, { seesPrivate }: Pick<CloudCall, 'seesPrivate'>) =>
  seesPrivate || (project.visibility ?? 'public') === 'public';
