import { type DiscoveredRepository, repositoryBody } from '@leakwatch/contracts';
import { type DiscoverySource, InvalidGitRemote, parseRemoteUrl } from '@leakwatch/rules';

/** What both hosts tell of a repository, in their own spelling of everything. */
export interface HostedRepository {
  readonly title: string;
  readonly page: string;
  readonly remote: string;
  /** null where the host knows none, which is so for an empty repository. */
  readonly branch: string | null;
  readonly fork: boolean;
  readonly archived: boolean;
  readonly empty: boolean;
}

const { shape } = repositoryBody;
/** Stands for the branch that an empty repository has not got yet. */
const FIRST_BRANCH = 'main';
/** Control characters and marks that turn the direction of text: a name is shown in a list among others. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A row of the answer. An address that the rules of typed ones refuse is left out and its fault told. */
export function toDiscovered(source: DiscoverySource, hosted: HostedRepository): DiscoveredRepository {
  const fault = addressFault(hosted.remote) ?? addressFault(hosted.page);
  return {
    repo_title: clean(hosted.title, shape.repo_title.maxLength, '?'),
    repo_url: fault === null ? hosted.page : '',
    repo_default_branch: clean(hosted.branch ?? '', shape.repo_default_branch.maxLength, FIRST_BRANCH),
    git_remote_url: fault === null ? hosted.remote : '',
    repo_remote_source: source,
    is_fork: hosted.fork,
    is_archived: hosted.archived,
    is_empty: hosted.empty,
    fault,
  };
}

/** As for a typed address; beyond that a host's own has no credentials, and its pages and remotes are http. */
function addressFault(address: string): DiscoveredRepository['fault'] {
  try {
    const remote = parseRemoteUrl(address, { allowFile: false });
    if (remote.transport !== 'https' && remote.transport !== 'http') return 'transport_refused';
    return remote.credentials === undefined && address.length <= (shape.git_remote_url.maxLength ?? 0) ? null : 'invalid_url';
  } catch (error) {
    if (error instanceof InvalidGitRemote) return error.code;
    throw error;
  }
}

function clean(text: string, longest: number | null, otherwise: string): string {
  const seen = text
    .replaceAll(UNSEEN, '')
    .slice(0, longest ?? undefined)
    .trim();
  return seen === '' ? otherwise : seen;
}
