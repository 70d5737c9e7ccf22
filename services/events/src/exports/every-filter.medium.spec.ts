import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventFilters, eventFilters, eventStatistics, type Finding, internalReportEvents, listEvents } from '@leakwatch/contracts';
import { testCaller } from '@leakwatch/testing';
import { openEvents } from '../events.fixture.ts';
import { openTriage } from '../triage/triage.fixture.ts';

/** Joined here, so that scanners of this repository do not report it. */
const AWS = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
const HOUR = 3_600_000;
/** Four filters have names of their own in the statistics. */
const STATISTICS_NAMES: Readonly<Record<string, string>> = {
  source_type: 'src',
  file_lang: 'lang',
  start_datetime: 'start',
  end_datetime: 'end',
};

const queryOf = (filters: object, nameOf = (name: string) => name): string => {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(filters)) for (const value of [values].flat()) query.append(nameOf(name), String(value));
  return query.toString();
};

describe('every filter selects the same events in the list, the statistics, reports and changes of all that match', () => {
  type Wanted = Partial<EventFilters>;
  /** For each filter a value, and the paths of the events that it matches. */
  type Cases = Readonly<Record<keyof EventFilters, readonly [unknown, string]>>;
  let events: Awaited<ReturnType<typeof openEvents>>;
  let triage: Awaited<ReturnType<typeof openTriage>>;
  let user: Awaited<ReturnType<typeof triage.join>>;
  let cases: Cases;

  const find = (of: Pick<Finding, 'organisation_id' | 'task_id'>, path: string, text: string, change: Partial<Finding> = {}) =>
    events.find(of, [path], {
      excerpt: { text, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false },
      lines_hash: createHash('sha256').update(text).digest('hex'),
      ...change,
    });
  const list = async (wanted: Wanted) =>
    listEvents.answer.parse((await events.get(user, `/api/events/?limit=100&${queryOf(wanted)}`)).json());
  const pathsOf = (rows: readonly { readonly file_path: string }[]) =>
    rows
      .map(({ file_path }) => file_path)
      .sort()
      .join();

  beforeAll(async () => {
    events = await openEvents();
    triage = await openTriage(events);
    user = await triage.join('ann');
    const { of } = triage;
    const other = { ...of, task_id: crypto.randomUUID() };
    await events.publishTask(other);
    await find(of, 'a', `first ${AWS} line`);
    await find(other, 'b', `an other text around ${AWS} that is not near`, {
      source_type: 'gist',
      pattern: { id: crypto.randomUUID(), kind: 'keyword', text: 'other words' },
      container: { key: 'g', title: 'beta/gist', url: 'https://gist.example/g', owner: 'beta' },
      language: 'Python',
      commit: { id: 'd'.repeat(40), author: 'Bob', committed_at: '2026-01-02T03:04:05.000Z' },
    });
    await find(of, 'c', 'romashka without anything');
    const all = (await list({ status: ['all'] })).results;
    const idOf = (path: string) => all.find(({ file_path }) => file_path === path)?.id ?? '';
    const [last, , first] = all.map(({ created }) => Date.parse(created));
    const tokens = all.find(({ file_path }) => file_path === 'a')?.regex_tokens_found.map(({ id }) => id) ?? [];
    await triage.setStatus(user, { events: [idOf('c')], status: 'fixed', reason: 'revoked' });
    await triage.assign(user, { events: [idOf('b')], assignee: 'me', due_date: '2026-01-01' });
    const iso = (at: number) => new Date(at).toISOString();
    cases = {
      status: [['fixed'], 'c'],
      task: [other.task_id, 'b'],
      org: [of.organisation_id, 'a,b,c'],
      source_type: [['gist'], 'b'],
      pattern: [['other words'], 'b'],
      file_content: ['WITHOUT any', 'c'],
      file_lang: [['Python'], 'b'],
      username: [['beta'], 'b'],
      repo_owner: [['beta'], 'b'],
      username_part: ['CM', 'a,c'],
      path_part: ['A', 'a'],
      repo_name: [['beta/gist'], 'b'],
      regex_tokens_found: [tokens, 'a,b'],
      severity: [['none'], 'c'],
      author: [['Bob'], 'b'],
      id: [idOf('a'), 'a'],
      similar_to: [idOf('a'), 'b'],
      assignee: [['me'], 'b'],
      due: ['overdue', 'b'],
      reason: [['revoked'], 'c'],
      start_datetime: [iso(last ?? 0), 'c'],
      end_datetime: [iso((first ?? 0) + 1), 'a'],
      fixed_start: [iso(Date.now() - HOUR), 'c'],
      fixed_end: [iso(Date.now() + HOUR), 'c'],
    };
  });
  afterAll(() => events.close());

  it.each(Object.keys(eventFilters.shape))('%s', async (name) => {
    const [value, paths] = Object.entries(cases).find(([one]) => one === name)?.[1] ?? [];
    const wanted: Wanted = { status: ['all'], [name]: value };
    const listed = await list(wanted);
    expect([pathsOf(listed.results), listed.count]).toEqual([paths, paths?.split(',').length]);

    const query = queryOf(wanted, (one) => STATISTICS_NAMES[one] ?? one);
    const counted = eventStatistics.answer.parse((await events.get(user, `/api/events/stat/?${query}`)).json());
    expect(Object.values(counted.sources).reduce((sum, count) => sum + count)).toBe(listed.count);

    // In a report and in a change the caller is named, as the reports service stores it.
    const filters = wanted.assignee === undefined ? wanted : { ...wanted, assignee: [user.account.id] };
    const report = await events.call(testCaller(null, { service: 'reports' }), 'POST', internalReportEvents.path, {
      organisation: triage.organisation,
      filters,
      after: null,
    });
    expect(pathsOf(internalReportEvents.answer.parse(report.json()).events)).toBe(paths);

    const { changed, batch } = await triage.setStatus(user, { filters: wanted, status: 'in_progress' });
    expect([changed, pathsOf((await list({ status: ['in_progress'] })).results)]).toEqual([listed.count, paths]);
    expect(await triage.undo(user, batch)).toBe(listed.count);
    expect(pathsOf((await list(wanted)).results)).toBe(paths);
    const due = await triage.assign(user, { filters: wanted, due_date: '2026-01-02' });
    expect(due.changed).toBe(listed.count);
    await triage.undo(user, due.batch);
  });
});
