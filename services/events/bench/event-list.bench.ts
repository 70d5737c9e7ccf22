import { type AskedPage, type Bench, type BenchContext, figure, goal, machineLine, measurePages } from '@leakwatch/bench';
import { changeManyStatuses, eventStatistics, listEvents, statusChangeAnswer } from '@leakwatch/contracts';
import { roleOf } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { DETECTOR, type EventStage, OURS, timed, withEvents } from './event-stage.ts';

const SIZES = {
  full: { events: 1_000_000, others: 2_000_000, linesOfText: 40, rounds: 20, warmUp: 3 },
  tiny: { events: 600, others: 100, linesOfText: 4, rounds: 2, warmUp: 0 },
};
const PAGE = 'limit=10&offset=0';
const PAGE_MS = 50;
const STATISTICS_MS = 150;
const CONTENT_MS = 200;
const CHANGED = 10_000;
const CHANGE_MS = 2_000;

/** Of a caller of the organisation. */
const SCOPE = { 'leakwatch.scope': 'organisation', 'leakwatch.organisation': OURS };

const DAY = 24 * 60 * 60_000;
/** Tasks with open events, and without one. */
const [TASK, QUIET_TASK] = [`0004${OURS.slice(4)}`, `0007${OURS.slice(4)}`];

/** One filter each, beside the status `open` of every list. */
const FILTERS: readonly (readonly [name: string, query: string])[] = [
  ['none', ''],
  ['every status', 'status=all'],
  ['status false', 'status=false'],
  ['severity high', 'severity=high'],
  ['pattern', 'pattern=word 4'],
  ['pattern without open events', 'pattern=word 7'],
  ['file type', 'file_lang=YAML'],
  ['owner', 'username=owner 3'],
  ['repository', 'repo_name=team/repository 14'],
  ['author', 'author=author 11'],
  ['an author of the oldest events', 'author=early 9'],
  ['two values that no event has together', 'pattern=word 7&username=owner 3'],
  ['what leaked', `regex_tokens_found=${DETECTOR}`],
  ['task', `task=${TASK}`],
  ['task without open events', `task=${QUIET_TASK}`],
  ['source', 'source_type=git_repo'],
  ['unassigned', 'assignee=none'],
  ['since a day', `start_datetime=${new Date(Date.now() - DAY).toISOString()}`],
  ['until a year ago', `end_datetime=${new Date(Date.now() - 365 * DAY).toISOString()}`],
  ['part of the path', 'path_part=/p7123'],
  ['part of the owner', 'username_part=er 77'],
  ['worst first', 'sort=severity'],
  ['a row for each place', 'group=place'],
  ['a row for each secret', 'group=secret'],
  ['a row for each secret, worst first', 'group=secret&sort=severity'],
  ['a row for each secret, an author', 'group=secret&author=author 11'],
  ['a row for each secret, 100 on a page', 'group=secret&limit=100'],
];

async function measure({ size, print, options }: BenchContext, { app, client, written }: EventStage): Promise<void> {
  const { events, others, rounds, warmUp } = sizesOf(size, options);
  const headers = callerHeaders(testCaller(OURS));
  const ask = async (path: string, query: string) => {
    const answer = await app.inject({ url: `${path}?${query.replaceAll(' ', '%20')}`, headers });
    if (answer.statusCode !== 200) throw new Error(`${query}: ${answer.body}`);
    return answer.json<{ count?: number }>();
  };
  const asked = (name: string, path: string, query: string): AskedPage => ({ name, ask: async () => void (await ask(path, query)) });
  print(`${events} events of one organisation among ${events + others}, written in ${figure(written / 1000)} s\n`);
  const pages = FILTERS.map(([name, query]) => asked(name, listEvents.path, query.includes('limit=') ? query : `${PAGE}&${query}`));
  const withText = `${PAGE}&status=all&file_content=${await rareText(app, headers)}`;
  const found = await ask(listEvents.path, withText);
  if (found.count !== 1) throw new Error(`${found.count} events have the rare text`);
  const measured = (what: string, withinMs: number, chosen: readonly AskedPage[]) =>
    measurePages({ pages: chosen, client, role: roleOf('events'), scope: SCOPE, what, withinMs, rounds, warmUp, print });
  await measured('first pages under one filter', PAGE_MS, pages);
  await measured('a search in the content', CONTENT_MS, [asked('a rare part of the content', listEvents.path, withText)]);
  await measured('statistics by status', STATISTICS_MS, [
    asked('statistics, open', eventStatistics.path, 'status=open'),
    asked('statistics, every status', eventStatistics.path, 'status=all'),
    asked('statistics of an author', eventStatistics.path, 'author=author 11'),
  ]);
  const changed = Math.min(CHANGED, events / 2);
  const change = await timed(async () => {
    const payload = { filters: { status: ['open'] }, status: 'in_progress' };
    const answer = await app.inject({ method: 'POST', url: changeManyStatuses.path, headers, payload });
    const { changed: taken } = statusChangeAnswer.parse(answer.json());
    if (taken !== changed) throw new Error(`${taken} events were changed instead of ${changed}`);
  });
  print(`\n${changed} events changed by a filter in ${figure(change)} ms`);
  print(goal('changing 10,000 events by a filter, ms', change, { most: CHANGE_MS }));
}

/** Ten characters that only the newest event has. */
async function rareText(app: EventStage['app'], headers: Record<string, string>): Promise<string> {
  const answer = await app.inject({ url: `${listEvents.path}?limit=1&offset=0`, headers });
  const [event] = listEvents.answer.parse(answer.json()).results;
  return event?.file_content.slice(0, 10) ?? '';
}

const sizesOf = (size: BenchContext['size'], options: BenchContext['options']) => ({
  ...SIZES[size],
  ...(options['lines'] !== undefined && { linesOfText: Number(options['lines']) }),
  ...(options['events'] !== undefined && { events: Number(options['events']), others: 2 * Number(options['events']) }),
});

/** The first page of events under each filter alone, statistics and a search in the content beside their bare SQL, and a change of many, for a large organisation. */
export const bench: Bench = {
  name: 'event-list',
  run: (context) => {
    context.print(machineLine());
    return withEvents(sizesOf(context.size, context.options), (stage) => measure(context, stage));
  },
};
