import {
  EVENT_GROUPS,
  eventStatistics,
  getEvent,
  listEventActivity,
  listEvents,
  listSameFile,
  listSimilar,
  SOURCE_COUNTS,
} from '@leakwatch/contracts';
import { EVENT_STATUSES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { type ModelFilters, PEOPLE } from './triage-happenings.fixture.ts';
import { matches, type Model, organisationOf, sameFile, seenBy, sees, similar } from './triage-model.fixture.ts';
import type { TriageWorld } from './triage-world.fixture.ts';

/** Its numbers are the stored ones. */
const EVERYTHING: ModelFilters = {
  status: [...EVENT_STATUSES],
  task: undefined,
  owner: undefined,
  assignee: undefined,
  reason: undefined,
  overdue: undefined,
};

const queryOf = (filters: object): string => {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(filters)) for (const one of [values].flat()) query.append(name, String(one));
  return query.toString();
};

/** What lists, numbers and pages of people show that is not as in the model. */
export async function wrongLists(world: TriageWorld, model: Model, filters: readonly ModelFilters[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const check = (what: string, shown: unknown, expected: unknown) => {
    const [is, should] = [JSON.stringify(shown), JSON.stringify(expected)];
    if (is !== should) wrong.push(`${what}: ${is}, and not ${should}`);
  };
  for (const [person, organisation] of PEOPLE.entries()) {
    const caller = world.callerOf(person);
    // Staff see the organisations of other worlds too.
    const org = organisation === null ? { org: world.organisations[0] } : {};
    const get = (path: string) => world.events.get(caller, path);
    const mine = seenBy(model, person).filter(({ task }) => organisation !== null || task !== 2);
    for (const one of [EVERYTHING, ...filters]) {
      const found = mine.filter((event) => matches(event, one));
      const query = queryOf({ ...world.filtersOf(one), ...org });
      const list = listEvents.answer.parse((await get(`${listEvents.path}?limit=100&${query}`)).json());
      check(
        `${person}: ${query}`,
        [list.count, list.results.map(({ id }) => id).sort()],
        [found.length, found.map(({ key }) => world.idOf(key)).sort()],
      );
      const counted = eventStatistics.answer.parse((await get(`${eventStatistics.path}?${query}`)).json());
      const sources = SOURCE_TYPES.reduce((sum, source) => sum + counted.sources[SOURCE_COUNTS[source]], 0);
      const other = mine.filter((event) => matches(event, { ...one, status: [event.status] }));
      check(
        `${person}: numbers of ${query}`,
        [sources, counted.statuses.reduce((sum, { status_count: count }) => sum + count, 0), counted.unassigned],
        [found.length, other.length, found.filter(({ assignee }) => assignee === null).length],
      );
    }
    for (const group of EVENT_GROUPS) {
      const rows = new Map<string, number>();
      for (const event of mine) {
        const row = `${organisationOf(event)} ${group === 'secret' && event.secret !== null ? `secret ${event.secret}` : event.place}`;
        rows.set(row, (rows.get(row) ?? 0) + 1);
      }
      const query = queryOf({ status: 'all', limit: 100, group, ...org });
      const list = listEvents.answer.parse((await get(`${listEvents.path}?${query}`)).json());
      const counts = list.groups?.map(({ count }) => count).sort();
      check(`${person}: rows of ${query}`, [list.count, list.rows, counts], [mine.length, rows.size, [...rows.values()].sort()]);
    }
    for (const event of Object.values(model.events)) {
      const id = world.idOf(event.key);
      const page = await get(getEvent.path.replace('{id}', id));
      check(`${person}: page of ${event.key}`, page.statusCode, sees(model, person, event) ? 200 : 404);
      if (page.statusCode !== 200) continue;
      const shown = getEvent.answer.parse(page.json());
      check(`${person}: row of ${event.key}`, [shown.status, shown.reason, shown.due_date], [event.status, event.reason, event.due]);
      const activity = await get(`${listEventActivity.path.replace('{id}', id)}?limit=100`);
      const entries = listEventActivity.answer.parse(activity.json()).results.length;
      check(`${person}: activity of ${event.key}`, entries, event.history.length + event.triage.length + event.comments.length);
      const others = listSimilar.answer.parse((await get(`${listSimilar.path.replace('{id}', id)}?limit=100`)).json());
      const ids = (all: readonly { readonly key: string }[]) => all.map(({ key }) => world.idOf(key)).sort();
      check(`${person}: similar to ${event.key}`, others.results.map((one) => one.id).sort(), ids(similar(model, person, event)));
      const file = listSameFile.answer.parse((await get(listSameFile.path.replace('{id}', id))).json());
      check(`${person}: file of ${event.key}`, file.map((one) => one.id).sort(), ids(sameFile(model, person, event)));
    }
  }
  return wrong;
}
