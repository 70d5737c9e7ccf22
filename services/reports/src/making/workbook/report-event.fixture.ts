import { randomUUID } from 'node:crypto';
import type { ReportEvent } from '@leakwatch/contracts';

/** An event as the events service gives it for a report. */
export const makeReportEvent = (change: Partial<ReportEvent> = {}): ReportEvent => ({
  id: randomUUID(),
  status: 'open',
  source_type: 'git_repo',
  pattern: 'romashka vpn',
  filter_keywords: ['prod', 'vpn'],
  task_name: 'VPN',
  created: '2026-11-20T10:11:12.000Z',
  updated_at: '2026-11-20T10:11:13.000Z',
  last_seen: '2026-11-20T10:11:14.000Z',
  username: 'romashka',
  repo_name: 'romashka/infra',
  repo_url: 'https://git.example.org/romashka/infra',
  file_url: 'https://git.example.org/romashka/infra/blob/vpn.conf',
  file_path: 'vpn.conf',
  file_lang: 'INI',
  line: 3,
  commit: 'c0ffee',
  commit_author: 'Ivan',
  commit_date: '2026-11-01T00:00:00.000Z',
  task: '6d0b6b57-5d9b-4a33-9f6f-0b9b3d0d7a11',
  content: 'password = hunter2',
  severity: 'high',
  tokens: [
    { id: '0a7a1f0e-6c1c-5b3f-8f0e-6f3d0f0f5a10', name: 'Password in settings', detector: null, severity: 'high', count: 1, masked: [] },
  ],
  secret_hashes: ['7b1d1c9a-0b7e-4a44-9f2b-0c8f0d7b9a10'],
  content_hash: 'c0ffee',
  assignee: 'irina',
  due_date: '2026-12-01',
  reason: 'revoked',
  from_archive: false,
  ...change,
});
