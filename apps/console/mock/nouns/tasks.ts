import {
  checkExpression,
  createTask,
  deleteTask,
  getPatternCoverage,
  getTask,
  getTaskArchive,
  listKeywordGroups,
  listTaskOptions,
  listTasks,
  startTask,
  startTaskRightNow,
  stopTask,
  updateTask,
  uploadKeywords,
} from '@leakwatch/contracts';
import { makeTask } from '../data/tasks.ts';
import { handle } from '../handle.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../replies.ts';
import { mockId } from '../ids.ts';
import type { World } from '../world.ts';

function taskOf(world: World, id: string) {
  const task = world.tasks.find((one) => one.id === id);
  if (task === undefined) throw notFound();
  return task;
}

/** A task whose title ends so cannot be started. */
const UNSTARTABLE = '3';

function start({ world, params }: { readonly world: World; readonly params: { readonly id: string } }): typeof DONE {
  if (taskOf(world, params.id).title.endsWith(UNSTARTABLE)) throw new Refusal(409, 'task_limit_reached');
  world.tasks = world.tasks.map((task) => (task.id === params.id ? { ...task, status: true } : task));
  return DONE;
}

/** One search under way, one that fails and one that ended. */
const ARCHIVE = [
  { searched: 1_204, total: 5_310, found: 3, finished_at: null, failing_since: null, failing_code: null },
  {
    searched: 40,
    total: 5_310,
    found: 0,
    finished_at: null,
    failing_since: '2026-11-20T10:02:00.000Z',
    failing_code: 'archive_store_away' as const,
  },
  { searched: 5_298, total: 5_298, found: 0, finished_at: '2026-11-19T09:00:00.000Z', failing_since: null, failing_code: null },
].map((search, at) => ({
  ...search,
  id: mockId(14, at + 1),
  created: '2026-11-19T08:00:00.000Z',
  patterns: at + 1,
  unread: at === 0 ? 2 : 0,
  unchecked: at === 0 ? 1 : 0,
}));

export const HANDLERS = [
  handle(listTasks, ({ world, query }) => {
    const title = (query.title ?? '').toLowerCase();
    return pageOf(
      world.tasks.filter((task) => task.title.toLowerCase().includes(title)),
      query,
    );
  }),
  handle(listTaskOptions, ({ world }) => world.tasks.map(({ id, title }) => ({ id, title }))),
  handle(getTask, ({ world, params }) => taskOf(world, params.id)),
  handle(getPatternCoverage, ({ world, params, query }) => {
    const task = taskOf(world, params.id);
    const patterns = task.status ? task.search_patterns : [];
    const results = pageOf(patterns, query).results.map(({ id }) => ({
      pattern: id,
      source_type: 'github' as const,
      asked: true,
      found: 48_210,
      returned: 12_400,
      read: 12_377,
      unread: 23,
      unchecked: 0,
      capped: false,
      incomplete: false,
      error_code: 'upstream_limited' as const,
      last_full_pass: null,
    }));
    return { count: patterns.length, results };
  }),
  handle(getTaskArchive, ({ world, params }) => ({ searches: taskOf(world, params.id) === world.tasks[0] ? ARCHIVE : [] })),
  handle(createTask, ({ world, body }) => {
    if (body.title === 'Taken title')
      throw new Refusal(422, 'task_invalid', { fields: { title: 'title_length', 'git_repositories.0.git_remote_url': 'remote_refused' } });
    const task = { ...makeTask(1), id: mockId(2, world.tasks.length + 100), title: body.title };
    world.tasks = [task, ...world.tasks];
    world.sent.push(body);
    return { id: task.id, dropped: [], stream_only: [] };
  }),
  handle(updateTask, ({ world, params, body }) => {
    const task = taskOf(world, params.id);
    const { id } = task;
    const { edit_version: version, ...sent } = body;
    const { version: edit_version } = accepted({ version: task.edit_version }, { ...sent, version });
    world.sent.push(body);
    world.tasks = world.tasks.map((one) => (one.id === id ? { ...one, title: body.title, edit_version } : one));
    return { id, dropped: [], stream_only: [] };
  }),
  handle(uploadKeywords, () => ({
    keywords: ['vpn key', 'filename:.env token'],
    errors: [{ text: 'ab', reason: 'word_too_short' as const }],
  })),
  // The engine of Node stands in for the service's.
  handle(checkExpression, ({ body: { expression, sample } }) => {
    const texts = expression.match(/[A-Za-z-]{3,}(?![^[]*\])/g);
    const queries = texts === null ? [] : [[...texts]];
    const parts_of_words = /\w\[/.test(expression);
    try {
      const found = [...sample.matchAll(new RegExp(expression, 'g'))];
      const matches = found.map(({ 0: text, index }) => ({ start: index, end: index + text.length }));
      return { reason: null, queries, parts_of_words, matches };
    } catch {
      return { reason: 'expression_syntax' as const, queries: [], parts_of_words: false, matches: [] };
    }
  }),
  handle(deleteTask, ({ world, params, query }) => {
    const { id } = taskOf(world, params.id);
    world.deletedWithEvents.push(query.delete_events);
    world.tasks = world.tasks.filter((task) => task.id !== id);
    return DONE;
  }),
  handle(startTask, start),
  handle(startTaskRightNow, start),
  handle(stopTask, ({ world, params }) => {
    taskOf(world, params.id);
    world.tasks = world.tasks.map((task) => (task.id === params.id ? { ...task, status: false } : task));
    return DONE;
  }),
  handle(listKeywordGroups, ({ world }) => world.keywordSets.map(({ id, name, keywords }) => ({ id, name, keywords: [...keywords] }))),
];
