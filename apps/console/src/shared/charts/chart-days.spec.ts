import { describe, expect, test } from '@jest/globals';
import { chartDays, chartSources, namedDays, scaleOf } from './chart-days.ts';

const DATA = {
  labels: ['2026-11-01', '2026-11-02'],
  git: { data: [1, 2] },
  gist: { data: [0, 0] },
  git_repo: { data: [0, 4] },
  pastebin: { data: [0, 0] },
  telegram: { data: [0, 0] },
  gitlab_cloud: { data: [0, 0] },
  google_docs: { data: [0, 0] },
};

describe('days of a chart', () => {
  test('have the sources that have leaks at all', () => {
    expect(chartSources(DATA)).toEqual([
      { source: 'github', count: 3 },
      { source: 'git_repo', count: 4 },
    ]);
    expect(chartDays(DATA)[1]).toEqual({
      day: '2026-11-02',
      total: 6,
      parts: [
        { source: 'github', count: 2 },
        { source: 'git_repo', count: 4 },
      ],
    });
  });

  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [17, [0, 5, 10, 15, 20]],
    [1204, [0, 500, 1000, 1500]],
  ])('%s fits below %j', (highest, lines) => {
    expect(scaleOf(highest)).toEqual(lines);
  });

  test('are named evenly up to the last one', () => {
    expect(namedDays(5, 8)).toEqual([0, 1, 2, 3, 4]);
    expect(namedDays(32, 8)).toEqual([3, 7, 11, 15, 19, 23, 27, 31]);
    expect(namedDays(0, 8)).toEqual([]);
  });
});
