import type { DiscoveredRepository } from '@leakwatch/contracts';
import { DISCOVERED_MAX } from '@leakwatch/rules';

/**
 * All pages in one list: each address once, DISCOVERED_MAX at the most. A host that gives nothing new has
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
      if (!found.has(key) && found.size < DISCOVERED_MAX) found.set(key, row);
    }
    onFound(found.size);
    if (found.size >= DISCOVERED_MAX || (page.length > 0 && found.size === before)) break;
  }
  return [...found.values()];
}
