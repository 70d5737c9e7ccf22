import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, getTask } from '@leakwatch/contracts';
import { testCaller } from '@leakwatch/testing';
import { deepBody, type FormStage, gitBody, KEYWORDS, normalBody, openFormStage, PATTERNS_A_TASK } from './form-stage.fixture.ts';

const ours = randomUUID();
const user = testCaller(ours);
const words = (count: number, length = 5): string[] => Array.from({ length: count }, (_, at) => `${at}`.padStart(length, 'x'));
const internal = (patterns: readonly unknown[]) => ({ internal_domains: { patterns } });
const telegram = (...names: readonly string[]) => ({ source_type: 'telegram', tg_channels: names.map((username) => ({ username })) });

describe('task bodies that bypass the console', () => {
  let stage: FormStage;
  beforeAll(async () => {
    stage = await openFormStage([ours]);
  });
  afterAll(() => stage.close());

  const create = (body: object) => stage.call(user, 'POST', '/api/tasks/', body);
  const created = async (body: object) => {
    const answer = await create(body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return createTask.answer.parse(answer.body);
  };
  const read = async (id: string) => getTask.answer.parse((await stage.call(user, 'GET', `/api/tasks/${id}/`)).body);

  it.each([
    ['a title of 4 characters', normalBody({ title: ' 1234 ' }), { title: 'title_length' }],
    ['a title of 101', normalBody({ title: 'x'.repeat(101) }), { title: 'title_length' }],
    ['no title', normalBody({ title: '' }), { title: 'title_required' }],
    ['a NUL in the title', normalBody({ title: 'Billing\0' }), { title: 'title_characters' }],
    ['no source', normalBody({ sources: [] }), { sources: 'sources_required' }],
    ['sources that are off', normalBody({ sources: [{ source_type: 'github', active: false }] }), { sources: 'sources_required' }],
    ['a repository as a source', normalBody({ sources: [{ source_type: 'git_repo' }] }), { 'sources.git_repo': 'source_not_allowed' }],
    ['no pattern', normalBody({ patterns: {} }), { patterns: 'patterns_required' }],
    ['only patterns that are dropped', normalBody({ patterns: internal(['-x', '(']) }), { patterns: 'patterns_required' }],
    [
      'domains without keywords',
      normalBody({ patterns: { public_domains: { patterns: ['a.example'] } } }),
      { 'patterns.public_domains': 'domains_and_keywords' },
    ],
    [
      'keywords without domains',
      normalBody({ patterns: { ...internal(['a.example']), public_domains: { keywords: [KEYWORDS[0]?.id] } } }),
      { 'patterns.public_domains': 'domains_and_keywords' },
    ],
    ['a pattern too many', normalBody({ patterns: internal(words(PATTERNS_A_TASK + 1)) }), { patterns: 'too_many_patterns' }],
    ['a deep pattern of a normal task', normalBody({ patterns: { deep: { patterns: ['abc'] } } }), { 'patterns.deep': 'deep_only' }],
    ['no deep pattern', deepBody(' '), { 'patterns.deep': 'deep_required' }],
    ['two deep patterns', deepBody('', { patterns: { deep: { patterns: ['abc', 'def'] } } }), { 'patterns.deep': 'deep_single' }],
    ['2 characters', deepBody('ab'), { 'patterns.deep': 'deep_length' }],
    ['129 characters', deepBody('x'.repeat(129)), { 'patterns.deep': 'deep_length' }],
    ['4 words', deepBody('one two three four'), { 'patterns.deep': 'deep_words' }],
    ['a word of 2', deepBody('one tw'), { 'patterns.deep': 'deep_word_length' }],
    ['a character that is not allowed', deepBody('one#two'), { 'patterns.deep': 'deep_characters' }],
    [
      'deep and other patterns',
      deepBody('', { patterns: { deep: { patterns: ['abc'] }, ...internal(['a.example']) } }),
      { patterns: 'deep_alone' },
    ],
    ...['pastebin', 'gitlab_cloud', 'telegram'].map((source): [string, object, object] => [
      `deep on ${source}`,
      deepBody('abc', { sources: [{ source_type: source }] }),
      { [`sources.${source}`]: 'source_not_allowed' },
    ]),
    ['deep and git monitoring', gitBody({ is_deep: true }), { is_deep: 'kinds_exclusive' }],
    ['no observer', gitBody({ git_repository_observer: undefined }), { git_repository_observer: 'observer_required' }],
    ['no repository', gitBody({ git_repositories: [] }), { git_repositories: 'repositories_required' }],
  ])('refuses %s', async (_, body, fields) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'task_invalid', fields } });
  });

  it.each([
    ['a title of 5', normalBody({ title: '12345' })],
    ['a title of 100', normalBody({ title: 'x'.repeat(100) })],
    ['as many patterns as the tariff allows', normalBody({ patterns: internal(words(PATTERNS_A_TASK)) })],
    ['a deep pattern of 3', deepBody('abc')],
    ['a deep pattern of 128 with 3 words', deepBody(`${'x'.repeat(60)} ${'y'.repeat(60)} a=b/c`)],
    ['git monitoring', gitBody()],
  ])('takes %s', async (_, body) => expect((await create(body)).status).toBe(200));

  it('an unknown field value is refused', async () => {
    for (const body of [
      normalBody({ sources: [{ source_type: 'ftp' }] }),
      normalBody({ sources: [{ source_type: 'github', search_type: 'by_magic' }] }),
      normalBody({ patterns: internal([1]) }),
      gitBody({ git_repository_observer: { account_name: 'te\0am' } }),
      'text',
    ])
      expect((await stage.call(user, 'POST', '/api/tasks/', body, 'application/json')).status).toBe(400);
  });

  it('refuses lists with too many entries, even when few texts contain them', async () => {
    const many = (entry: string) => Array.from({ length: 1000 }, () => entry.repeat(200));
    for (const [body, field] of [
      [normalBody({ patterns: internal(many('a ')) }), 'patterns.internal_domains.patterns'],
      [normalBody({ patterns: { keywords: { patterns: many('a\n') } } }), 'patterns.keywords.patterns'],
      [normalBody({ filter_keywords: many('a\n') }), 'filter_keywords'],
      [normalBody({ recipients: ['a@b.example '.repeat(51), 'c@d.example;'.repeat(50)] }), 'recipients'],
    ] as const)
      expect(await create(body)).toMatchObject({ status: 400, body: { fields: { [field]: 'too_many_entries' } } });
    expect((await create(normalBody({ recipients: ['a@b.example '.repeat(50), 'c@d.example;'.repeat(50)] }))).status).toBe(200);
  });

  it('counts expressions before it compiles any', async () => {
    const patterns = { regex_keywords: { patterns: [...words(PATTERNS_A_TASK + 1), '(?=x)y'] } };
    expect(await create(normalBody({ patterns }))).toMatchObject({ status: 400, body: { fields: { patterns: 'too_many_patterns' } } });
  });

  it('drops invalid entries, reports each with its reason, and keeps the rest', async () => {
    const [token, sameWord, password] = KEYWORDS.map(({ id }) => id);
    const unknown = randomUUID();
    const told = await created(
      normalBody({
        recipients: ['Ann@Corp.Example bob', ''],
        sources: [
          telegram('@corp_leaks', '', 'a!', 'Corp_Leaks'),
          { source_type: 'github', search_type: 'by_repository' },
          { source_type: 'github' },
        ],
        patterns: {
          public_domains: { patterns: ['corp.example CORP.example'], keywords: [token, sameWord, password, unknown] },
          keywords: { patterns: ['filename:.env key\nab', 'key key key key'] },
          regex_keywords: { patterns: ['[0-9]{8}', '/abc/i', '(?=x)y', '\0abc'] },
        },
        filter_keywords: ['jdbc:x', 'sample'],
      }),
    );
    expect(told.dropped.map(({ text, reason }) => `${text} ${reason}`).sort()).toEqual(
      [
        'CORP.example duplicate',
        'ab word_too_short',
        '/abc/i expression_delimiters',
        '(?=x)y expression_lookaround',
        '\0abc expression_characters',
        'jdbc:x word_characters',
        'bob recipient_invalid',
        'a! channel_invalid',
        'Corp_Leaks duplicate',
        'github duplicate',
        `${unknown} keyword_unknown`,
      ].sort(),
    );
    expect(told.stream_only).toEqual(['[0-9]{8}']);
    const task = await read(told.id);
    expect(task).toMatchObject({
      is_deep: false,
      is_git_monitoring: false,
      status: false,
      recipients: ['ann@corp.example'],
      filter_keywords: [{ keyword: 'sample' }],
      git_repository_observer: null,
      git_repositories: [],
    });
    expect(task.patterns).toEqual([
      { patterns_type: 'public_domains', patterns: ['corp.example'], keywords: KEYWORDS },
      { patterns_type: 'keywords', patterns: ['filename:.env key', 'key'], keywords: [] },
      { patterns_type: 'regex_keywords', patterns: ['[0-9]{8}'], keywords: [] },
    ]);
    expect(task.search_patterns.map(({ kind, pattern }) => `${kind} ${pattern}`)).toEqual([
      'public_domain corp.example token',
      'public_domain corp.example password',
      'keyword filename:.env key',
      'keyword key',
      'regex [0-9]{8}',
    ]);
    expect(task.sources.map(({ source_type, search_type, tg_channels }) => ({ source_type, search_type, tg_channels }))).toEqual([
      { source_type: 'github', search_type: 'by_repository', tg_channels: [] },
      { source_type: 'telegram', search_type: 'by_code', tg_channels: [{ username: 'corp_leaks', waiting: false }] },
    ]);
  });

  it('drops observer and repositories of a task that is not git monitoring', async () => {
    const { id } = await created(normalBody({ ...gitBody(), git_monitoring: false, ...{ sources: [{ source_type: 'gist' }] } }));
    expect(await read(id)).toMatchObject({ git_repository_observer: null, git_repositories: [] });
  });

  it('refuses a real credential in any pattern, and never repeats it', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    for (const [body, field] of [
      [normalBody({ patterns: { keywords: { patterns: ['fine', secret] } } }), 'patterns.keywords.patterns.1'],
      [deepBody(secret), 'patterns.deep.patterns.0'],
      [normalBody({ patterns: internal([secret]) }), 'patterns.internal_domains.patterns.0'],
    ] as const) {
      const answer = await create(body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'task_invalid', fields: { [field]: 'keyword_is_secret' } } });
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
  });
});
