import type { TaskDetails } from '@leakwatch/contracts';
import type { Entry } from './entry-table.tsx';

type Chosen = Pick<TaskDetails, 'patterns' | 'search_patterns'>;

/** Domains and keywords as they were chosen. One waits for staff when each of its pairs does. */
export function publicDomains({ patterns, search_patterns }: Chosen): { readonly domains: Entry[]; readonly keywords: Entry[] } {
  const chosen = patterns.find(({ patterns_type }) => patterns_type === 'public_domains') ?? { patterns: [], keywords: [] };
  const runs = new Set(search_patterns.filter((one) => one.kind === 'public_domain' && !one.waiting).map(({ pattern }) => pattern));
  const names = chosen.keywords.map(({ name }) => name);
  const waits = (pairs: readonly string[]) => pairs.length > 0 && pairs.every((pair) => !runs.has(pair));
  return {
    domains: chosen.patterns.map((domain) => ({ text: domain, waiting: waits(names.map((name) => `${domain} ${name}`)) })),
    keywords: [...new Set(names)].map((name) => ({ text: name, waiting: waits(chosen.patterns.map((domain) => `${domain} ${name}`)) })),
  };
}
