import type { DiscoveredRepository } from '@leakwatch/contracts';
import { DISCOVERED_MAX } from '@leakwatch/rules';

/**
 * Collects all pages into one list without duplicate addresses, of DISCOVERED_MAX at most. A page without anything new ends
 * the list, even when the host announces more pages.
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
