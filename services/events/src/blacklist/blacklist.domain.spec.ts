import { describe, expect, test } from '@jest/globals';
import { nameKey } from '@leakwatch/rules';
import { BLACKLIST_SOURCES, BLOCK_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { type Blacklistable, type BlacklistRule, keysThatMeet, ruleMatches } from './blacklist.domain.ts';

const names = fc.constantFrom('acme', 'Acme', 'ACME', 'shop', 'Shop', 'жук', 'ЖУК', '');
const ids = fc.constantFrom('one', 'two');

const places: fc.Arbitrary<Blacklistable> = fc
  .record({ organisation_id: ids, task_id: ids, source_type: fc.constantFrom(...SOURCE_TYPES), owner: names, repository: names })
  .map(({ repository, ...place }) => ({
    ...place,
    title: `${place.owner}/${repository}`,
    url: repository === '' ? '' : `https://host.example/${place.owner}/${repository}`,
  }));
const rules: fc.Arbitrary<BlacklistRule> = fc
  .record({
    organisation_id: ids,
    task_id: fc.option(ids),
    source_type: fc.constantFrom(...BLACKLIST_SOURCES),
    block_type: fc.constantFrom(...BLOCK_TYPES),
    owner: names.filter((name) => name !== ''),
    repository: names.filter((name) => name !== ''),
  })
  .map(({ owner, repository, ...rule }) => ({
    ...rule,
    owner_key: rule.block_type === 'repository' ? '' : nameKey(owner),
    repo_key: rule.block_type === 'owner' ? '' : nameKey(repository),
  }));

/** The decisions' words, said another way: every condition by itself. */
function meets(rule: BlacklistRule, place: Blacklistable): boolean {
  const repository = place.source_type === 'github' ? place.url.split('/').slice(4).join('/') : (place.title.split('/')[1] ?? '');
  const owner = rule.owner_key === place.owner.toLowerCase() && place.owner !== '';
  const repo = rule.repo_key === (repository || (place.source_type === 'gist' ? place.owner : '')).toLowerCase();
  const named = { owner, repository: repo, owner_and_repo: owner && repo }[rule.block_type];
  const everyTask = rule.task_id === null;
  return (
    rule.organisation_id === place.organisation_id &&
    rule.source_type === place.source_type &&
    (everyTask || rule.task_id === place.task_id) &&
    named
  );
}

describe('a blacklist rule', () => {
  test('matches the events it names, of its organisation, source and task, and no others', () => {
    fc.assert(
      fc.property(rules, places, (rule, place) => {
        expect(ruleMatches(rule, place)).toBe(meets(rule, place));
      }),
      { numRuns: 3_000 },
    );
  });

  test('meets the same in whatever letter case a place is written', () => {
    fc.assert(
      fc.property(rules, places, (rule, place) => {
        const loud = { ...place, owner: place.owner.toUpperCase(), title: place.title.toUpperCase(), url: place.url.toUpperCase() };
        expect(ruleMatches(rule, loud)).toBe(ruleMatches(rule, place));
      }),
    );
  });

  test('of every task meets whatever one of a single task meets', () => {
    fc.assert(
      fc.property(rules, places, (rule, place) => {
        if (ruleMatches(rule, place)) expect(ruleMatches({ ...rule, task_id: null }, place)).toBe(true);
      }),
    );
  });

  test('is never met by a source without a blacklist, nor by a place without names', () => {
    const place = { organisation_id: 'one', task_id: 'one', owner: 'acme', title: 'acme/shop', url: 'https://git.example/acme/shop' };
    expect(keysThatMeet({ ...place, source_type: 'git_repo' })).toEqual([]);
    expect(keysThatMeet({ ...place, source_type: 'github', owner: '', url: '' })).toEqual([]);
    expect(keysThatMeet({ ...place, source_type: 'github' })).toHaveLength(BLOCK_TYPES.length);
  });
});
