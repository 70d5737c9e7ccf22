/** Hosts that list the repositories of an account. */
export type DiscoverySource = 'github' | 'gitlab';

/** GitHub's limit is 39; names of managed users end with an underscore and a short code. */
const GITHUB_ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
/** A user's name, or one segment of a group's path. */
const GITLAB_PART = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const GITLAB_LONGEST = 255;
/** GitLab allows groups to be nested twenty levels deep. */
const GITLAB_PARTS = 20;

/**
 * The fault of an account name that is sent to a host, or null. A GitLab group may be a path, `group/subgroup`; a name that
 * could change the path of the call is refused.
 */
export function observerAccountFault(source: DiscoverySource, account: string, isOrganisation: boolean): 'account_invalid' | null {
  if (source === 'github') return GITHUB_ACCOUNT.test(account) ? null : 'account_invalid';
  const parts = account.split('/');
  const fits = parts.every((part) => GITLAB_PART.test(part)) && account.length <= GITLAB_LONGEST;
  return fits && parts.length <= (isOrganisation ? GITLAB_PARTS : 1) ? null : 'account_invalid';
}
