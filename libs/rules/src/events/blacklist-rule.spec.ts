import { describe, expect, test } from '@jest/globals';
import { BLOCK_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { cleanName, nameKey, namesOfPlace, readRule, type RuleForm, RULE_OWNER_MAX, RULE_REPO_MAX } from './blacklist-rule.ts';

const form = (change: Partial<RuleForm> = {}): RuleForm => ({
  source_type: 'github',
  block_type: 'owner_and_repo',
  rule_owner: 'acme',
  rule_repo: 'shop',
  ...change,
});
const typed = fc.string({ unit: fc.constantFrom(...'aBЯё1-._@/\\ \t\n\0\u202e<>"%_\''), maxLength: 300 });
const forms = fc.record({
  source_type: fc.constantFrom(...SOURCE_TYPES),
  block_type: fc.constantFrom(...BLOCK_TYPES),
  rule_owner: typed,
  rule_repo: typed,
});

describe('a blacklist rule', () => {
  test('is stored without at-signs, space around names, and names that its block type does not compare', () => {
    expect(readRule(form({ rule_owner: ' @Acme ', rule_repo: '\tShop\n' }))).toEqual({
      rule: { source_type: 'github', block_type: 'owner_and_repo', rule_owner: 'Acme', rule_repo: 'Shop' },
    });
    expect(cleanName(' @ @acme @')).toBe('acme @');
    expect(readRule(form({ block_type: 'owner', rule_repo: 'a/b' }))).toMatchObject({ rule: { rule_owner: 'acme', rule_repo: '' } });
    expect(readRule(form({ block_type: 'repository', rule_owner: '\0' }))).toMatchObject({ rule: { rule_owner: '', rule_repo: 'shop' } });
  });

  test.each([
    ['no owner', form({ rule_owner: ' @ ' }), { rule_owner: 'rule_owner_required' }],
    ['no repository', form({ rule_repo: '' }), { rule_repo: 'rule_repo_required' }],
    ['neither', form({ rule_owner: '', rule_repo: '' }), { rule_owner: 'rule_owner_required', rule_repo: 'rule_repo_required' }],
    ['a long owner', form({ rule_owner: 'a'.repeat(RULE_OWNER_MAX + 1) }), { rule_owner: 'rule_name_length' }],
    ['a long repository', form({ rule_repo: 'a'.repeat(RULE_REPO_MAX + 1) }), { rule_repo: 'rule_name_length' }],
    ['a whole path', form({ rule_repo: 'acme/shop' }), { rule_repo: 'rule_name_characters' }],
    ['a NUL', form({ rule_owner: 'a\0b' }), { rule_owner: 'rule_name_characters' }],
    ['a mark that turns the text around', form({ rule_owner: 'a\u202eb' }), { rule_owner: 'rule_name_characters' }],
    ['a wildcard', form({ rule_owner: '*', rule_repo: 'shop-%' }), { rule_owner: 'rule_name_github', rule_repo: 'rule_name_github' }],
    ['an expression', form({ rule_owner: '(a+)+$' }), { rule_owner: 'rule_name_github' }],
    ['a space', form({ rule_owner: 'ow ner' }), { rule_owner: 'rule_name_github' }],
    ['a wildcard for the owner of gists', form({ source_type: 'gist', rule_owner: 'acme*' }), { rule_owner: 'rule_name_github' }],
    ['pastebin', form({ source_type: 'pastebin' }), { source_type: 'rule_source' }],
    ['a git repository', form({ source_type: 'git_repo' }), { source_type: 'rule_source' }],
  ])('is refused with %s', (_, given, faults) => {
    expect(readRule(given)).toEqual({ faults });
  });

  test('a gist may be named by any file', () => {
    expect(readRule(form({ source_type: 'gist', rule_repo: 'пароли (1).txt' }))).toMatchObject({ rule: { rule_repo: 'пароли (1).txt' } });
  });

  test('accepts names of the maximum length', () => {
    expect(readRule(form({ rule_owner: 'a'.repeat(RULE_OWNER_MAX), rule_repo: 'a'.repeat(RULE_REPO_MAX) }))).toHaveProperty('rule');
  });

  test('is unchanged when it is read again', () => {
    fc.assert(
      fc.property(forms, (given) => {
        const read = readRule(given);
        if ('rule' in read) expect(readRule(read.rule)).toEqual(read);
      }),
    );
  });

  test('names that differ only in letter case have one key', () => {
    fc.assert(
      fc.property(typed, (name) => {
        expect(nameKey(`@${name.toUpperCase()} `)).toBe(nameKey(name.toUpperCase()));
        expect(nameKey(name.toLowerCase())).toBe(nameKey(name));
        expect(cleanName(cleanName(name))).toBe(cleanName(name));
      }),
    );
  });
});

describe('the names of a place', () => {
  test.each([
    ['github', 'https://github.com/evil/Repo', 'evil/Repo', 'Repo'],
    ['github', 'https://github.com/evil/repo.git/', 'another title', 'repo'],
    ['github', 'https://github.com/evil/repo?tab=readme#x/y', 'evil/repo', 'repo'],
    ['github', '', 'evil/repo', ''],
    ['gist', 'https://gist.github.com/evil/0f3c', 'evil/notes.txt', 'notes.txt'],
  ] as const)('%s %s', (source_type, url, title, repository) => {
    expect(namesOfPlace({ source_type, owner: '@Evil', title, url })).toEqual({ owner: 'Evil', repository });
  });
});
