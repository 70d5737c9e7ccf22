import { type DiscoveredRepository, MAX_DISCOVERED_REPOSITORIES } from '@leakwatch/contracts';

/**
 * All pages in one list: each address once, MAX_DISCOVERED_REPOSITORIES at the most. A host that gives nothing new has
 * given everything, whatever it says of further pages.
 */
export async function gatherRepositories(
  pages: AsyncIterable<readonly DiscoveredRepository[]>,
  onFound: (count: number) => void,
): Promise<readonly DiscoveredRepository[]> {
  const found = new Map<string, DiscoveredRepository>();
  for await (const page of pages) {
    const before = found.size;
    for (const row of page) {
      const key = row.git_remote_url === '' ? `title ${row.repo_title}` : row.git_remote_url;
      if (!found.has(key) && found.size < MAX_DISCOVERED_REPOSITORIES) found.set(key, row);
    }
    onFound(found.size);
    if (found.size >= MAX_DISCOVERED_REPOSITORIES || (page.length > 0 && found.size === before)) break;
  }
  return [...found.values()];
}
