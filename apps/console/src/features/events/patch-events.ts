import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { EventRow, GroupedEvent } from '@leakwatch/contracts';
import { eventsApi } from './api.ts';

/** The part of the store that this feature uses. */
interface State {
  readonly api: ReturnType<typeof eventsApi.reducer>;
}
export type EventsDispatch = ThunkDispatch<State, unknown, UnknownAction>;

interface Identified {
  readonly id: string;
}

/** Gives an event back what `change` took from it as it `was`: other changes may have come since, and stay. */
function takenBack<Event extends Identified, Was extends Identified>(
  event: Event,
  was: readonly Was[],
  change: (event: Was) => Was,
): Event {
  const before = was.find(({ id }) => id === event.id);
  if (before === undefined) return event;
  const changed = Object.entries(change(before)).filter(([key, value]) => Reflect.get(before, key) !== value);
  return { ...event, ...Object.fromEntries(changed.map(([key]) => [key, Reflect.get(before, key)])) };
}

/** Changes events in every list and on their pages before the server answers. Gives the function that takes it back. */
export function patchEvents(
  { dispatch, getState }: { readonly dispatch: EventsDispatch; readonly getState: () => State },
  ids: readonly string[],
  change: <T extends EventRow>(event: T) => T,
  /** The same for the events that a row stands for. */
  changeListed: (event: GroupedEvent) => GroupedEvent = (event) => event,
): () => void {
  const state = getState();
  const { endpoints, util } = eventsApi;
  const changing = new Set(ids);
  const lists = util.selectInvalidatedBy(state, ['Events']).map(({ originalArgs }) => originalArgs);
  const pages = lists.flatMap((args) => endpoints.listEvents.select(args)(state).data ?? []);
  const rows = pages.flatMap(({ results }) => results.filter(({ id }) => changing.has(id)));
  const listed = pages.flatMap(({ groups }) => (groups ?? []).flatMap(({ events }) => events.filter(({ id }) => changing.has(id))));
  const opened = ids.flatMap((id) => endpoints.getEvent.select(id)(state).data ?? []);
  const set = (one: typeof change, oneListed: typeof changeListed) => {
    for (const args of lists)
      dispatch(
        util.updateQueryData('listEvents', args, (page) => {
          page.results = page.results.map((event) => (changing.has(event.id) ? one(event) : event));
          for (const row of page.groups ?? []) row.events = row.events.map((event) => (changing.has(event.id) ? oneListed(event) : event));
        }),
      );
    // What is not loaded is left alone.
    for (const id of ids) dispatch(util.updateQueryData('getEvent', id, (event) => one(event)));
  };
  set(change, changeListed);
  const was = [...rows, ...opened];
  return () =>
    set(
      (event) => takenBack(event, was, change),
      (event) => takenBack(event, listed, changeListed),
    );
}
