import {
  assignEvents,
  changeManyStatuses,
  changeOneStatus,
  createEventView,
  deleteEventView,
  downloadEventBackup,
  downloadEventOriginal,
  eventNeighbours,
  eventStatistics,
  type EventView,
  getEvent,
  type InputOf,
  listEventActivity,
  listEvents,
  listEventViews,
  listMembers,
  listSameFile,
  listSimilar,
  readEventText,
  recheckEvent,
  type SimilarEvent,
  REVEAL_MINUTES,
  revealEvent,
  undoStatusChange,
  updateEventView,
} from '@leakwatch/contracts';
import { makeActivityOf } from '../data/event-activity.ts';
import { MEMBERS, unmasked } from '../data/events.ts';
import { makeEventText } from '../data/event-text.ts';
import { countEvents } from '../data/event-statistics.ts';
import type { Call } from '../handle.ts';
import { handle } from '../handle.ts';
import { undoComments } from './comments.ts';
import { mockId } from '../ids.ts';
import type { World } from '../world.ts';
import { DONE, notFound, pageOf, Refusal } from '../replies.ts';

/** Refuses what the services would: a copy that was never made, or is gone. */
function keptEvent({ world, params: { id } }: Pick<Call<typeof readEventText>, 'world' | 'params'>) {
  const event = world.events.find((one) => one.id === id);
  if (event === undefined) throw notFound();
  if (event.backup_storage_status === 'expired') throw new Refusal(410, 'backup_expired');
  if (event.backup_storage_status !== 'in_storage') throw new Refusal(404, 'backup_not_found');
  return event;
}
const KEPT = { params: { id: mockId(1, 1) } };

/** The event of the path. */
function eventOf({ world, params: { id } }: Pick<Call<typeof getEvent>, 'world' | 'params'>) {
  const event = world.events.find((one) => one.id === id);
  if (event === undefined) throw notFound();
  return event;
}
const EVENT = { params: { id: mockId(1, 1) } };

/** The events of a change: those named, those that an earlier change of the status changed, or all that the filters match. */
function chosenBy(
  world: World,
  { events, filters, batch }: Pick<InputOf<typeof assignEvents>['body'], 'events' | 'filters' | 'batch'>,
): readonly string[] {
  if (batch !== undefined) return world.changedIn(batch);
  return events ?? world.list({ ...filters, limit: 1000, offset: 0 }).results.map(({ id }) => id);
}

function viewOf(world: World, id: string): EventView {
  const found = world.views.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}
const VIEW = {
  params: { id: mockId(44, 1) },
  world: (world: World) => {
    world.views = [{ id: mockId(44, 1), name: 'a view', shared: false, author: 'irina', filters: {}, fault: null, version: 1 }];
  },
};

export const HANDLERS = [
  handle(getEvent, (call) => ({ ...eventOf(call), versions: 3 }), EVENT),
  handle(listEventActivity, (call) => pageOf(makeActivityOf(eventOf(call)), call.query), EVENT),
  handle(
    eventNeighbours,
    (call) => {
      const { id } = eventOf(call);
      const listed = call.world.list({ ...call.query, limit: 100, offset: 0 }).results.map((event) => event.id);
      const at = listed.indexOf(id);
      return { previous: listed[at - 1] ?? null, next: at === -1 ? null : (listed[at + 1] ?? null) };
    },
    EVENT,
  ),
  handle(listEvents, ({ world, query }) => world.list(query)),
  handle(eventStatistics, ({ world, query }) => countEvents(world.events, query)),
  handle(readEventText, (call) => makeEventText(keptEvent(call), call.query, call.world.textLines), KEPT),
  // Lines of text stand for the files.
  handle(downloadEventBackup, (call) => `spreadsheet of ${keptEvent(call).id}`, KEPT),
  handle(downloadEventOriginal, (call) => `original of ${keptEvent(call).id}`, KEPT),
  handle(
    revealEvent,
    ({ world, params: { id } }) => {
      const event = world.events.find((one) => one.id === id);
      if (event === undefined) throw notFound();
      const revealed_until = new Date(Date.now() + REVEAL_MINUTES * 60_000).toISOString();
      return { file_content: unmasked(event.file_content), segments: event.segments, revealed_until };
    },
    { params: { id: mockId(1, 1) } },
  ),
  handle(
    recheckEvent,
    (call) => {
      const event = eventOf(call);
      if (!event.recheck.offered) throw new Refusal(409, 'recheck_not_offered');
      const last = { answer: 'history' as const, as_of: new Date().toISOString() };
      call.world.events = call.world.events.map((one) => (one.id === event.id ? { ...one, recheck: { offered: true, last } } : one));
      return last;
    },
    EVENT,
  ),
  handle(changeManyStatuses, ({ world, body }) =>
    world.once(body.idempotency_key, () => world.change(chosenBy(world, body), body.status, { reason: body.reason ?? null })),
  ),
  handle(listEventViews, ({ world }) => world.views),
  handle(
    createEventView,
    ({ world, body: { name, shared, filters, sort } }) => {
      if (world.views.some((one) => one.name === name)) throw new Refusal(409, 'view_exists');
      const { username: author } = world.settings;
      const view = { id: mockId(44, world.views.length + 100), name, shared, author, filters, sort, fault: null, version: 1 };
      world.views = [...world.views, view];
      return view;
    },
    { body: { name: 'a view', filters: {} } },
  ),
  handle(
    updateEventView,
    ({ world, params, body: { name, filters, sort, version } }) => {
      const view = viewOf(world, params.id);
      if (version !== undefined && version !== view.version)
        throw new Refusal(409, 'changed_meanwhile', { details: { version: view.version } });
      const changed = {
        ...view,
        version: view.version + 1,
        name: name ?? view.name,
        ...(filters !== undefined && { filters, sort, fault: null }),
      };
      world.views = world.views.map((one) => (one.id === view.id ? changed : one));
      return changed;
    },
    { ...VIEW, body: { name: 'renamed' } },
  ),
  handle(
    deleteEventView,
    ({ world, params }) => {
      const view = viewOf(world, params.id);
      world.views = world.views.filter((one) => one.id !== view.id);
      return DONE;
    },
    VIEW,
  ),
  handle(listMembers, () => [...MEMBERS]),
  handle(
    assignEvents,
    ({ world, body: { assignee, due_date, reason, idempotency_key: key, ...chosen } }) => {
      const member = MEMBERS.find(({ id }) => id === (assignee === 'me' ? world.settings.user_id : assignee));
      if (typeof assignee === 'string' && member === undefined) throw new Refusal(404, 'member_not_found');
      const values = {
        ...(assignee !== undefined && { assignee: member ?? null }),
        ...(due_date !== undefined && { due_date }),
        ...(reason !== undefined && { reason }),
      };
      return world.once(key, () => world.assign(chosenBy(world, chosen), values));
    },
    { body: { events: [mockId(1, 1)], assignee: 'me' } },
  ),
  handle(changeOneStatus, ({ world, params, body }) => {
    const path = world.events.find((event) => event.id === params.id)?.file_path;
    const others = body.same_file ? world.events.filter((event) => event.file_path === path) : [];
    const similar = body.simular === true ? world.similar(params.id) : [];
    const ids = [params.id, ...[...others, ...similar].map((event) => event.id)];
    return world.once(body.idempotency_key, () => world.change(ids, body.status, { reason: body.reason ?? null }));
  }),
  handle(listSameFile, ({ world, params }) => {
    const path = world.events.find((event) => event.id === params.id)?.file_path;
    return world.events.filter((event) => event.id !== params.id && event.file_path === path);
  }),
  handle(
    listSimilar,
    ({ world, params, query }) => {
      const found = world.similar(params.id).map(
        (event, at): SimilarEvent => ({
          ...event,
          reasons: at % 3 === 0 ? ['same_secret'] : at % 3 === 1 ? ['same_secret', 'near_text'] : ['near_text'],
          resemblance: at % 3 === 0 ? null : 1 - at / 10,
        }),
      );
      const path = world.events.find((event) => event.id === params.id)?.file_path;
      const ofFile = world.events.filter((event) => event.id !== params.id && event.same_file && event.file_path === path);
      const listed =
        query.same_file === true
          ? [...found, ...ofFile.map((event): SimilarEvent => ({ ...event, reasons: ['same_file'], resemblance: null }))]
          : found;
      return pageOf(listed, query);
    },
    { params: { id: mockId(1, 1) } },
  ),
  handle(undoStatusChange, ({ world, body }) => {
    const restored = world.undo(body.batch) ?? undoComments(world, body.batch);
    if (restored === null) throw new Refusal(409, 'undo_expired');
    return { restored };
  }),
];
