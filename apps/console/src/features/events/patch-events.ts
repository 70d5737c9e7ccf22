import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { EventRow, GroupedEvent } from '@leakwatch/contracts';
import { eventsApi } from './api.ts';

/** The part of the store that this feature uses. */
interface State {
  readonly api: ReturnType<typeof eventsApi.reducer>;
}
export type EventsDispatch = ThunkDispatch<State, unknown, UnknownAction>;

/** Changes events in every list and on their pages before the server answers. Gives the function that takes it back. */
export function patchEvents(
  { dispatch, getState }: { readonly dispatch: EventsDispatch; readonly getState: () => State },
  ids: readonly string[],
  change: <T extends EventRow>(event: T) => T,
  /** The same for the events that a row stands for. */
  changeListed: (event: GroupedEvent) => GroupedEvent = (event) => event,
): () => void {
  const changing = new Set(ids);
  const lists = eventsApi.util.selectInvalidatedBy(getState(), ['Events']).map(({ originalArgs }) =>
    dispatch(
      eventsApi.util.updateQueryData('listEvents', originalArgs, (page) => {
        page.results = page.results.map((event) => (changing.has(event.id) ? change(event) : event));
        for (const row of page.groups ?? []) row.events = row.events.map((event) => (changing.has(event.id) ? changeListed(event) : event));
      }),
    ),
  );
  // What is not loaded is left alone.
  const pages = ids.map((id) => dispatch(eventsApi.util.updateQueryData('getEvent', id, (event) => change(event))));
  return () => {
    for (const patch of [...lists, ...pages]) patch.undo();
  };
}
