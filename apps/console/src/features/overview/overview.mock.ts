import {
  type EventOverview,
  eventOverview,
  SEVERITY_FILTERS,
  SOURCE_CONDITIONS,
  type SourceCondition,
  sourceOverview,
} from '@leakwatch/contracts';
import { EVENT_AGES } from '@leakwatch/vocabulary';
import { authorOf } from '../../../mock/data/events.ts';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo } from '../../../mock/ids.ts';
import { pageOf } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

/** Values with the number of their events, the most frequent first. */
function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, 10);
}

const MEDIANS = [5_400, 30_000, 190_000, 700_000, 2_600_000];
const AGES: EventOverview['ages'] = EVENT_AGES.map(({ age }, at) => ({
  age,
  start: at === EVENT_AGES.length - 1 ? null : minutesAgo(60 * 2 ** at),
  end: at === 0 ? null : minutesAgo(60 * 2 ** (at - 1)),
}));

function overviewOf(world: World): EventOverview {
  const open = world.events.filter(({ status }) => status === 'open');
  const fixed = world.events.filter(({ status }) => status === 'fixed');
  const ageOf = (created: string) => AGES.find(({ start }) => start === null || created >= start)?.age ?? 'older';
  const cells = SEVERITY_FILTERS.flatMap((severity) =>
    AGES.map(({ age }) => ({
      severity,
      age,
      count: open.filter((event) => (event.severity ?? 'none') === severity && ageOf(event.created) === age).length,
    })),
  );
  const severities = SEVERITY_FILTERS.map((severity, at) => ({
    severity,
    count: fixed.filter((event) => (event.severity ?? 'none') === severity).length,
    median: MEDIANS[at] ?? null,
  }));
  const titles = new Map(open.map(({ task, task_name }) => [task, task_name]));
  return {
    open: open.length,
    in_progress: world.events.filter(({ status }) => status === 'in_progress').length,
    ages: AGES,
    cells: cells.filter(({ count }) => count > 0),
    repositories: countBy(open.map((event) => event.repo_name)).map(([repo_name, count]) => ({ repo_name, count })),
    authors: countBy(open.map(authorOf)).map(([author, count]) => ({ author, count })),
    tasks: countBy(open.map((event) => event.task)).map(([task, count]) => ({ task, title: titles.get(task) ?? '', count })),
    fixed: {
      ...{ start: minutesAgo(30 * 1440), count: fixed.length },
      median: fixed.length === 0 ? null : 97_000,
      severities: severities.filter(({ count }) => count > 0),
    },
  };
}

/** Every condition is shown by a task. */
function sourcesOf(world: World) {
  const conditions: readonly SourceCondition[] = SOURCE_CONDITIONS;
  return world.tasks
    .flatMap(({ id, title, status, sources, coverage }, at) =>
      coverage.flatMap((covered) => {
        const source = sources.find((one) => one.source_type === covered.source_type);
        if (source === undefined) return [];
        const { failing, stalled, state, progress, activity } = source;
        const condition: SourceCondition = !status
          ? 'stopped'
          : failing !== null
            ? 'failing'
            : stalled !== null
              ? 'waiting'
              : covered.silent > 0
                ? 'silent'
                : covered.last_full_pass === null
                  ? 'never'
                  : at % 2 === 0
                    ? 'partial'
                    : 'well';
        return [{ ...covered, task: id, title, condition, failing, state, progress, last_answer: activity }];
      }),
    )
    .sort((one, other) => conditions.indexOf(one.condition) - conditions.indexOf(other.condition));
}

export const HANDLERS = [
  handle(eventOverview, ({ world }) => overviewOf(world)),
  handle(sourceOverview, ({ world, query }) => {
    const all = sourcesOf(world);
    const conditions = SOURCE_CONDITIONS.map((condition) => ({
      condition,
      count: all.filter((one) => one.condition === condition).length,
    }));
    return {
      ...pageOf(
        all.filter(({ condition }) => query.condition === undefined || condition === query.condition),
        query,
      ),
      conditions: conditions.filter(({ count }) => count > 0),
    };
  }),
];
