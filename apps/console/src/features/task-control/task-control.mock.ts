import { blockTaskPost, confirmTaskPost, type ControlTask, listControlTasks, type TaskDetails } from '@leakwatch/contracts';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo, mockId } from '../../../mock/ids.ts';
import { DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

/** The deep task belongs to the second organisation. */
function controlTask({ organisations }: World, task: TaskDetails): ControlTask {
  const { id, title, author, created, status, confirmed, version, is_deep, is_git_monitoring, waiting_additions } = task;
  const owner = organisations[is_deep ? 1 : 0];
  return {
    ...{ id, title, author, created, status, confirmed, version, is_deep, is_git_monitoring },
    organisation: { id: owner?.id ?? mockId(8, 1), name: owner?.name ?? null },
    last_activity: task.sources[0]?.activity ?? null,
    start_time: status ? minutesAgo(700) : null,
    waiting_count: waiting_additions ? task.search_patterns.filter(({ waiting }) => waiting).length : 0,
  };
}

const waits = ({ confirmed, waiting_count: count }: ControlTask) => !confirmed || count > 0;
const contains = (text: string | null, part: string | undefined) => (text ?? '').toLowerCase().includes((part ?? '').toLowerCase());

function change(world: World, id: string, to: Partial<TaskDetails>): typeof DONE {
  world.tasks = world.tasks.map((task) => (task.id === id ? { ...task, ...to, version: task.version + 1 } : task));
  return DONE;
}

const SAMPLE = { params: { id: mockId(2, 1) } };

export const HANDLERS = [
  handle(listControlTasks, ({ world, query }) => {
    const found = world.tasks
      .map((task) => controlTask(world, task))
      .filter(({ title, author }) => contains(title, query.title) && contains(author, query.author))
      .filter(({ organisation }) => query.org === undefined || organisation.id === query.org);
    return pageOf([...found.filter(waits), ...found.filter((task) => !waits(task))], query);
  }),
  handle(
    confirmTaskPost,
    ({ world, params, body }) => {
      const task = world.tasks.find(({ id }) => id === params.id);
      if (task === undefined) throw notFound();
      if (body.version !== undefined && body.version !== task.version)
        throw new Refusal(409, 'task_changed', { details: { version: task.version } });
      world.sent.push(body);
      return change(world, task.id, {
        confirmed: true,
        waiting_additions: false,
        search_patterns: task.search_patterns.map((pattern) => ({ ...pattern, waiting: false })),
      });
    },
    { ...SAMPLE, body: { version: 1 } },
  ),
  handle(blockTaskPost, ({ world, params }) => change(world, params.id, { status: false, confirmed: false }), SAMPLE),
];
