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
  content: 'password = hunter2',
  ...change,
});
