import type { ObserverSourceType } from '@leakwatch/vocabulary';
import type { RepositoryDraft } from '../draft/draft.ts';

/** Parses the address of a repository: http or https with a path. */
function readAddress(text: string): URL | null {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.pathname.length > 1 ? url : null;
}

/** Whether the address contains a name or a password. */
export function hasCredentials(text: string): boolean {
  const url = readAddress(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** The address without name and password. Text that is not an address is kept unless it may contain them. */
export function withoutCredentials(text: string): string {
  if (!hasCredentials(text)) return readAddress(text) === null ? text.replace(/\/\/[^/@\s]*@/, '//') : text;
  const url = new URL(text.trim());
  url.username = '';
  url.password = '';
  return url.href;
}

/** The address with a mask instead of name and password, which stands for the stored ones. */
export function maskCredentials(text: string): string {
  if (!hasCredentials(text)) return withoutCredentials(text);
  return withoutCredentials(text).replace('://', '://***@');
}

/** An invalid percent escape is kept as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function sourceOf(host: string): ObserverSourceType {
  if (host === 'github.com') return 'github';
  return host === 'gitlab.com' || host.startsWith('gitlab.') ? 'gitlab' : 'custom';
}

export interface PastedRepository {
  readonly repository: RepositoryDraft;
  /** The owner in the path. */
  readonly account: string;
  readonly source: ObserverSourceType;
}

/** Fills the five fields from a pasted address; null when it is not one. The branch is a guess. */
export function readRepositoryAddress(text: string): PastedRepository | null {
  const url = readAddress(text);
  if (url === null) return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1)?.replace(/\.git$/, '');
  if (last === undefined || last === '') return null;
  const source = sourceOf(url.hostname);
  const page = new URL(withoutCredentials(url.href));
  page.pathname = page.pathname.replace(/\/$/, '').replace(/\.git$/, '');
  page.search = '';
  page.hash = '';
  return {
    source,
    account: parts.length > 1 ? (parts[0] ?? '') : '',
    repository: {
      repo_title: decoded(last),
      repo_url: page.href,
      repo_default_branch: 'main',
      git_remote_url: text.trim(),
      repo_remote_source: source,
    },
  };
}
