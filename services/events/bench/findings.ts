import { createHash, randomUUID } from 'node:crypto';
import { sourceText } from '@leakwatch/bench';
import type { Finding } from '@leakwatch/contracts';
import { makeFinding } from '../src/intake/findings.fixture.ts';

const CONTAINERS = 40;
const EXCERPT_BYTES = 700;
/** Long enough that a finding has nearly the same text as two others. */
const SOURCE = sourceText(2_000_000);

/** Different findings of one task in some repositories, with excerpts as long as seven lines of source are. */
export function manyFindings(count: number, organisation_id: string, task_id: string): readonly Finding[] {
  const text = SOURCE.toString('latin1');
  const pattern = { id: randomUUID(), kind: 'keyword' as const, text: 'romashka vpn' };
  return Array.from({ length: count }, (_, at) => {
    const key = `https://github.com/acme/shop-${at % CONTAINERS}`;
    const from = (at * 197) % (text.length - EXCERPT_BYTES);
    const path = `src/part-${at % 300}/file-${at}.ts`;
    return makeFinding({
      organisation_id,
      task_id,
      pattern,
      container: { key, title: `acme/shop-${at % CONTAINERS}`, url: key, owner: 'acme' },
      path,
      file_url: `${key}/blob/1/${path}#L2`,
      line: (at % 900) + 1,
      lines_hash: createHash('sha256').update(String(at)).digest('hex'),
      document: { version: createHash('sha1').update(path).digest('hex'), bytes: 9_000 },
      excerpt: {
        text: text.slice(from, from + EXCERPT_BYTES),
        segments: [{ at: 0, line: (at % 900) + 1 }],
        highlights: [{ start: 40, end: 52 }],
        truncated: false,
      },
    });
  });
}
