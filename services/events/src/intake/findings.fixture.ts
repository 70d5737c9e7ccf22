import { randomUUID } from 'node:crypto';
import type { Finding } from '@leakwatch/contracts';

/** A finding as the crawler publishes it. */
export const makeFinding = (change: Partial<Finding> & Pick<Finding, 'organisation_id' | 'task_id'>): Finding => ({
  launch_id: randomUUID(),
  pattern: { id: randomUUID(), kind: 'keyword', text: 'romashka vpn' },
  source_type: 'github',
  container: { key: 'https://github.com/acme/shop', title: 'acme/shop', url: 'https://github.com/acme/shop', owner: 'acme' },
  path: 'config/app.yml',
  file_url: 'https://github.com/acme/shop/blob/1/config/app.yml#L2',
  language: 'YAML',
  document: { version: 'a'.repeat(40), bytes: 100 },
  commit: { id: 'c'.repeat(40), author: 'Ann <ann@dev.example>', committed_at: '2026-01-02T03:04:05.000Z' },
  lines_hash: 'f'.repeat(64),
  continues: null,
  line: 2,
  byte_ranges: [{ start: 10, end: 18 }],
  excerpt: {
    text: 'host: <b>romashka</b> vpn\nmore: yes',
    segments: [{ at: 0, line: 2 }],
    highlights: [{ start: 9, end: 17 }],
    truncated: false,
  },
  found_at: '2026-11-20T10:00:00.000Z',
  content: null,
  ...change,
});
