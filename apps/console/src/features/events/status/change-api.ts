import { type AnswerOf, changeManyStatuses, changeOneStatus, type EventRow } from '@leakwatch/contracts';
import type { CloseReason, TriageStatus } from '@leakwatch/vocabulary';
import { callOf } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';
import { patchEvents } from '../patch-events.ts';
import { sentOnce } from '../../../shared/lib/sent-changes.ts';
import { type EventFilters, toFilters } from '../filters/event-filters.ts';

export type ChangeAnswer = AnswerOf<typeof changeManyStatuses>;

export interface StatusChange {
  /** Events whose rows change before the server answers. */
  readonly ids: readonly string[];
  /** Set where all events that match change. */
  readonly everything: EventFilters | null;
  readonly status: TriageStatus;
  /** Why the events are closed. */
  readonly reason?: CloseReason;
  /** The actor shown in the history until the server's own entry is loaded. */
  readonly actor: string;
  /** Set for a change of one event: whether events of the same file, and similar ones in other places, change as well. */
  readonly from: { readonly id: string; readonly sameFile: boolean; readonly similar: boolean } | null;
}

const callFor = ({ ids, everything, status, reason, from }: StatusChange) =>
  from === null
    ? callOf(changeManyStatuses, {
        body: { ...(everything === null ? { events: [...ids] } : { filters: toFilters(everything) }), status, reason },
      })
    : callOf(changeOneStatus, {
        params: { id: from.id },
        body: { event: from.id, same_file: from.sameFile, simular: from.similar, status, reason },
      });

const toSend = (change: StatusChange) => {
  const { ids, everything, status, reason, from } = change;
  // Others of the file and similar ones may be events that the page does not know.
  const isOpen = everything !== null || from?.sameFile === true || from?.similar === true;
  return { call: callFor(change), values: [status, reason], ids: isOpen ? null : ids };
};

const changeApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    changeStatus: build.mutation<ChangeAnswer, StatusChange>({
      ...sentOnce(toSend),
      async onQueryStarted(change, lifecycle) {
        const { dispatch, queryFulfilled } = lifecycle;
        const at = Math.floor(Date.now() / 1000);
        const takeBack = patchEvents(
          lifecycle,
          change.ids,
          (event) => withStatus(event, change, at),
          (event) => ({ ...event, status: change.status }),
        );
        try {
          const { data } = await queryFulfilled;
          // Rows that the server left unchanged are loaded again.
          if (data.skipped.length > 0) dispatch(eventsApi.util.invalidateTags(['Events']));
          dispatch(eventsApi.util.invalidateTags(['EventsPeek', 'Settings']));
        } catch {
          takeBack();
          // The list itself is not read again: a later change of the same event may be on its way, and its row would fall back meanwhile.
          dispatch(eventsApi.util.invalidateTags(['EventsPeek']));
        }
      },
    }),
  }),
});

export const { useChangeStatusMutation } = changeApi;

/** The event as it will be when the server accepts the change. `at`: Unix seconds. */
function withStatus<T extends EventRow>(event: T, change: { readonly status: TriageStatus; readonly actor: string }, at: number): T {
  if (event.status === change.status) return event;
  const entry = { actor: change.actor, new_status: change.status };
  return { ...event, status: change.status, status_changes: { ...event.status_changes, [String(at)]: entry } };
}
