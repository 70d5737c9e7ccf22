/** Hosts that can be asked which repositories an account has. */
export type DiscoverySource = 'github' | 'gitlab';

/** GitHub's own bound is 39; managed users have an underscore and a short code behind. */
const GITHUB_ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
/** A user's name, or one part of a group's path. */
const GITLAB_PART = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const GITLAB_LONGEST = 255;
/** GitLab nests groups twenty deep. */
const GITLAB_PARTS = 20;

/**
 * What is wrong with the name of an observer's account at a host that is asked about it, or null. A group of GitLab may
 * be a path, `group/subgroup`; nothing that leaves the path of the call passes.
 */
export function observerAccountFault(source: DiscoverySource, account: string, isOrganisation: boolean): 'account_invalid' | null {
  if (source === 'github') return GITHUB_ACCOUNT.test(account) ? null : 'account_invalid';
  const parts = account.split('/');
  const fits = parts.every((part) => GITLAB_PART.test(part)) && account.length <= GITLAB_LONGEST;
  return fits && parts.length <= (isOrganisation ? GITLAB_PARTS : 1) ? null : 'account_invalid';
}
