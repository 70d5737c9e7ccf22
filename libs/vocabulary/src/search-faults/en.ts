import type { SearchFault } from './search-fault.ts';

export const SEARCH_FAULTS_EN: Readonly<Record<SearchFault, string>> = {
  invalid_url: 'This is not the address of a git repository: correct it',
  transport_refused: 'This kind of address is not supported: use https, http, ssh or git',
  address_refused:
    'The address is private or local, and this installation does not connect to such addresses: use a public one or contact support',
  redirect_refused: 'The server redirects to an address that this installation does not connect to: use an address that does not redirect',
  host_not_found: 'The server was not found: check the address',
  repository_not_found: 'The repository was not found: check the address and your access',
  authentication_required: 'The server did not accept the name and the password: enter valid ones in the address of the repository',
  not_a_git_server: 'A web page responded instead of a git server: check the address',
  truncated: 'The server broke off its response; the next scan tries again',
  damaged: 'A part of the repository cannot be read; the rest was scanned. If the repository is yours, check it with git fsck',
  storage_over_quota: 'The storage of your organisation is used up, so new repositories are not read: contact support',
  over_bound: 'The repository exceeds the size limit of this installation: contact support',
  refs_over_bound: 'The repository has more branches, tags and pull requests than this installation allows: contact support',
  files_over_bound:
    'The repository has more versions of files than this installation allows; what could be listed was scanned. To have everything scanned, contact support',
  names_over_bound:
    'A path or a name in the repository is too long; the files were scanned, but without their paths. There is nothing to do',
  memory_over_bound:
    'Reading the repository needs more memory than this installation allows; what could be read was scanned. If the error persists, contact support',
  time_over_bound:
    'Reading the repository takes longer than this installation allows; what could be read was scanned. If the error persists, contact support',
  attempts_exhausted:
    'The scan failed several times in a row and was ended; the next one tries again. If the error persists, contact support',
  upstream_limited: 'The source limits requests; the search continues when the limit ends',
  no_account: 'Leakwatch has no service account for this source: contact support. The search begins when one is added',
  accounts_refused: 'The source does not accept the service accounts of Leakwatch: contact support. The search continues with another one',
  proxies_failed:
    'The proxies for this source are unreachable; the search continues when they work again. If this takes long, contact support',
  query_refused: 'The source refused the query; change the pattern to search for it here',
  channel_not_found: 'No channel or group of Telegram has this name; check it',
  no_member:
    'A private channel is not read: no service account of Leakwatch has joined it. Ask support to add one; reading begins within an hour after that',
  invite_expired: 'The invitation to a private channel has expired; name the channel by a new one',
  invite_invalid: 'An invitation leads to no channel; check the link',
  upstream_unavailable: 'The source does not answer; it is tried again automatically',
  upstream_broken_answer: 'The source answered in an unknown form; it is tried again automatically',
  search_failed: 'The search failed; it is tried again automatically',
  crawler_away: 'Searches are interrupted at the moment, for example for maintenance; they continue automatically',
  timeout: 'The server took too long to respond; the next scan tries again',
  cancelled: 'The scan was stopped; the next one tries again',
  unavailable: 'The server does not respond; the next scan tries again',
  mirror_failed: 'The repository could not be stored; the next scan tries again. If the error persists, contact support',
  turn: 'Other searches come first; this one continues when it is its turn',
};
