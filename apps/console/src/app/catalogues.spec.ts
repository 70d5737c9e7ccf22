import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  BODY_FAULTS,
  COMMON_ERRORS,
  FIELD_FAULTS,
  LINK_PURPOSES,
  PASSWORD_FAULTS,
  ROUTES,
  SEVERITY_FILTERS,
  TELEGRAM_OFF_REASONS,
} from '@leakwatch/contracts';
import { DEEP_RULES, DROP_REASONS, RULE_FAULTS, TASK_FAULTS } from '@leakwatch/rules';
import {
  ALL_AUDIT_KINDS,
  BLOCK_TYPES,
  DETECTOR_IDS,
  EVENT_STATUSES,
  FILTER_MODES,
  LOCALES,
  OBSERVER_SOURCE_TYPES,
  PATTERN_KINDS,
  REPORT_FAULTS,
  REPORT_STATUSES,
  LAUNCH_ERROR_CODES,
  REPOSITORY_ERROR_CODES,
  REPOSITORY_STATUSES,
  SEARCH_TYPES,
  SERVICE_STATES,
  SOURCE_NAMES,
  SOURCE_TYPES,
  TARIFF_TYPES,
  TASK_ACTIONS,
  TASK_LOG_MESSAGES,
  TASK_LOG_TYPES,
  TASK_KINDS,
} from '@leakwatch/vocabulary';
import { REASONS_OF_NO_EVENTS } from '../features/events/list/why-no-events.ts';
import { KINDS } from './palette/entries.ts';
import { allTexts } from './all-texts.fixture.ts';

const [ru, en] = await Promise.all([allTexts('ru'), allTexts('en')]);
const SOURCES = join(import.meta.dirname, '..');

test('sources have the names that mails and messages use', () => {
  // Kept twice: the texts that every page waits for must import nothing that a later file holds.
  expect([ru['common'], en['common']]).toMatchObject([{ sources: SOURCE_NAMES.ru }, { sources: SOURCE_NAMES.en }]);
});
const PLURAL = /_(one|few|many|other)$/;

/** `a.b.c` for every text of a catalogue. */
const keysOf = (node: object, prefix = ''): string[] =>
  Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
const textAt = (node: object, key: string): string =>
  String(
    key.split('.').reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), node),
  );

const bare = (keys: readonly string[]): string[] => [...new Set(keys.map((key) => key.replace(PLURAL, '')))].sort();
const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();

const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|fixture)\.tsx?$/.test(file) && !/(i18n|texts)\/(ru|en)\b/.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');

type Values = Readonly<Record<string, readonly string[]>>;

/** What features list in their own `texts/keys.fixture.ts`. */
const OF_FEATURES: readonly Values[] = await Promise.all(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('texts/keys.fixture.ts'))
    .map((file) => import(join(SOURCES, file)).then(({ KEYS }: { KEYS: Values }) => KEYS)),
);

/** What a call without a sign-in may answer: the sign-in page loads no other texts of codes. */
const BASE_ERRORS: readonly string[] = [
  ...Object.keys(COMMON_ERRORS),
  ...[...ROUTES.values()].filter(({ access }) => access === 'public').flatMap(({ errors }) => errors),
  'unknown',
  'network',
  'unanswered',
  'unanswered_once',
];

const NOT_SERVED = ['none', ...SERVICE_STATES.filter((state) => state !== 'running')];

/** Keys that code builds from a prefix, with every ending. */
const DYNAMIC: Values = {
  ...Object.assign({}, ...OF_FEATURES),
  'common.nav.badge_': ['events', 'tasks', 'notifications'],
  'common.language.': LOCALES,
  'common.scheme.': ['light', 'dark', 'auto'],
  'common.columns.press.': ['none', 'ascending', 'descending'],
  'common.sources.': SOURCE_TYPES,
  'palette.group.': [...KINDS, 'recent'],
  'blacklist.': ['rule_owner', 'rule_repo'],
  'blacklist.block_type.': BLOCK_TYPES,
  'eventStatus.': [...EVENT_STATUSES, 'all', 'closed'],
  'severity.': SEVERITY_FILTERS,
  'detectors.': DETECTOR_IDS.flatMap((id) => [`${id}.name`, `${id}.hint`]),
  // What the audit trail names of the things that staff edit.
  'changedMeanwhile.field.': [
    'name',
    'description',
    'tariff',
    'active',
    'trusted',
    'starts_at',
    'expires_at',
    'custom_time_limitations',
    'two_factor_users',
    'is_telegram_notification_on',
    'storage_quota_gb',
    'logo',
    'task_limit',
    'pattern_limit',
    'patterns_per_task_limit',
    'time_limit_total_months',
    'launch_limit',
    'time_limit_per_launch',
    'email',
    'username',
    'first_name',
    'last_name',
    'company',
    'is_staff',
    'is_active',
    'locale',
    'change_password',
    'default_password',
    'type',
    'ip_address',
    'port',
    'login',
    'password',
    'reserved_for_discovery',
    'state',
    'source_type',
    'phone',
    'proxy_ext',
    'keywords',
    'regex',
    'hint',
    'severity',
    'title',
    'filter_mode',
    'git_repository_observer',
    'recipients',
    'filter_keywords',
    'sources',
    'channels',
    'patterns',
    'git_repositories',
    'search_types',
    'repository_facts',
    'repository_credentials',
  ],
  'events.empty_hint.': REASONS_OF_NO_EVENTS,
  'events.change.skip.': ['not_found', 'same_status', 'not_allowed'],
  'tasks.column.': ['title', 'state', 'confirmed', 'sources', 'author', 'created', 'recipients', 'actions'],
  'tasks.source_state.': ['idle', 'stopped', 'waiting', 'running', 'done', 'failed'],
  'tasks.details.filter_mode.': FILTER_MODES,
  'tasks.repository.': ['title', 'status', 'scanned', 'unread', 'indexed'],
  'events.row.container.': ['repository', 'gist', 'paste', 'channel', 'document'],
  'tasks.coverage.column.': ['pattern', 'source', 'found', 'read', 'state', 'full'],
  'tasks.tab.': [...PATTERN_KINDS, 'filter', 'repositories', 'coverage'],
  'gitRepositories.status.': REPOSITORY_STATUSES,
  'gitRepositories.host.': OBSERVER_SOURCE_TYPES,
  'tasks.details.': ['domains', 'keywords'],
  'taskChart.': ['from', 'to'],
  'chart.': ['bars', 'table'],
  'taskChart.fault.': ['order', 'too_long'],
  'create.repository_fields.': ['repo_title', 'repo_default_branch', 'repo_url', 'git_remote_url', 'repo_remote_source'],
  'create.hint.': ['public_domains', 'internal_domains', 'magic', 'regex', 'filter'],
  'create.form.title_': ['new', 'update'].flatMap((what) => TASK_KINDS.map((kind) => `${what}_${kind}`)),
  'create.form.': [...DEEP_RULES, ...SEARCH_TYPES, 'minutes', 'hours', 'days'],
  'create.form.tour_': ['title', 'patterns', 'sources', 'foot'],
  'baseErrors.': BASE_ERRORS,
  'errors.': [...ROUTES.values()]
    .filter(({ access }) => access !== 'service')
    .flatMap(({ errors }) => errors)
    .filter((code) => !BASE_ERRORS.includes(code)),
  'repositoryFaults.': [...REPOSITORY_ERROR_CODES, ...LAUNCH_ERROR_CODES, 'turn', 'unknown'],
  'repositoryFaults.staff_': ['no_account', 'accounts_refused'],
  'faults.': [
    'unknown',
    'required',
    ...TASK_FAULTS,
    ...BODY_FAULTS,
    ...FIELD_FAULTS,
    ...RULE_FAULTS,
    'invalid_url',
    'transport_refused',
    ...PASSWORD_FAULTS,
    'account_invalid',
  ],
  'reasons.': ['unknown', ...DROP_REASONS],
  'password.title.': LINK_PURPOSES,
  'password.lead.': LINK_PURPOSES,
  'password.check_failed_hint.': LINK_PURPOSES,
  'password.rule.': ['length', 'upper', 'lower', 'digit'],
  'notificationSettings.off_': TELEGRAM_OFF_REASONS,
  'reports.status.': REPORT_STATUSES,
  'reports.fault.': REPORT_FAULTS,
  'profile.type.': TARIFF_TYPES,
  'history.action.': TASK_ACTIONS,
  'logs.type.': TASK_LOG_TYPES,
  'logs.message.': TASK_LOG_MESSAGES,
  'activity.kind.': ALL_AUDIT_KINDS,
  'service.': NOT_SERVED,
  'service.refuses.': NOT_SERVED,
};

/** First names of keys: what the files of the catalogues export. */
const ROOTS = Object.keys(ru).join('|');
const templates = [...code.matchAll(new RegExp(`\`((?:${ROOTS})\\.[a-z_.]*)\\$\\{`, 'g'))].map(([, prefix]) => prefix ?? '');
const literals = [...code.matchAll(new RegExp(`'((?:${ROOTS})(?:\\.[a-z_]+)+)'`, 'g'))].map(([, key]) => key ?? '');
const used = bare([...literals, ...templates.flatMap((prefix) => (DYNAMIC[prefix] ?? []).map((value) => prefix + value))]);

describe('catalogues', () => {
  test('ru and en have the same keys', () => {
    expect(bare(keysOf(en))).toEqual(bare(keysOf(ru)));
  });

  test('every key put together in code has its values listed here', () => {
    expect([...new Set(templates)].filter((prefix) => !(prefix in DYNAMIC))).toEqual([]);
  });

  test('no key that the code uses is missing', () => {
    const there = new Set(bare(keysOf(ru)));
    expect(used.filter((key) => !there.has(key))).toEqual([]);
  });

  test('no key is unused', () => {
    const wanted = new Set(used);
    expect(bare(keysOf(ru)).filter((key) => !wanted.has(key))).toEqual([]);
  });

  test.each([
    ['ru', ru],
    ['en', en],
  ])('plural forms of %s are complete', (locale, catalogue) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const plural = keysOf(catalogue).filter((key) => PLURAL.test(key));
    const missing = bare(plural)
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !plural.includes(key));
    expect(missing).toEqual([]);
  });

  test('a text has the same variables in both languages', () => {
    const differing = keysOf(en).filter((key) => {
      const other = textAt(ru, key);
      return other !== 'undefined' && holes(textAt(en, key)).join() !== holes(other).join();
    });
    expect(differing).toEqual([]);
  });

  test('no JSX has a literal text', () => {
    // Letters between two tags of one line, outside braces.
    const found = [...code.matchAll(/<[A-Z][\w.]*[^<>{}=]*>([^<>{}]*[A-Za-zА-Яа-яЁё]{2,}[^<>{}]*)<\//g)].map(([, text]) => text);
    expect(found).toEqual([]);
  });
});
