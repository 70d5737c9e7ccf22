import { describe, expect, test } from '@jest/globals';
import type { Discovered } from '../../api.ts';
import { choose } from './choose.ts';

const row = (number: number, over: Partial<Discovered> = {}): Discovered => ({
  repo_title: `team/${number}`,
  repo_url: `https://g.example/team/${number}`,
  repo_default_branch: 'main',
  git_remote_url: `https://g.example/team/${number}.git`,
  repo_remote_source: 'github',
  is_fork: false,
  is_archived: false,
  is_empty: false,
  fault: null,
  ...over,
});
describe('choosing among discovered repositories', () => {
  test('takes the five fields, and no row that cannot be followed', () => {
    const { repositories, left } = choose([], [row(1), row(2, { fault: 'invalid_url', git_remote_url: '' })], true);
    expect(repositories).toEqual([
      {
        repo_title: 'team/1',
        repo_url: 'https://g.example/team/1',
        repo_default_branch: 'main',
        git_remote_url: 'https://g.example/team/1.git',
        repo_remote_source: 'github',
      },
    ]);
    expect(left).toBe(0);
  });

  test('typed repositories stay unchanged, and are not added twice', () => {
    const before = choose([], [row(1)], true).repositories.map((one) => ({
      ...one,
      git_remote_url: 'https://bot:key@g.example/team/1.git',
      repo_title: 'mine',
    }));
    const both = choose(before, [row(1), row(2)], true).repositories;
    expect(both.map((one) => one.repo_title)).toEqual(['mine', 'team/2']);
    expect(choose(both, [row(1)], false).repositories.map((one) => one.repo_title)).toEqual(['team/2']);
  });

  test('a task has a maximum; the rest is reported', () => {
    const many = Array.from({ length: 2_010 }, (_, at) => row(at));
    const { repositories, left } = choose([], many, true);
    expect([repositories.length, left]).toEqual([2_000, 10]);
  });
});
