import { type AnswerOf, assignEvents, type BodyOf, type EventRow, listMembers, type Member, type QueryOf } from '@leakwatch/contracts';
import { callOf, fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';
import { patchEvents } from '../patch-events.ts';
import { sentOnce } from '../../../shared/lib/sent-changes.ts';

export type AssignAnswer = AnswerOf<typeof assignEvents>;
/** What is to be changed; what is absent stays. */
export type Assignment = Pick<BodyOf<typeof assignEvents>, 'assignee' | 'due_date' | 'reason'>;

export interface AssignCall {
  readonly body: BodyOf<typeof assignEvents>;
  /** Events whose rows change before the server answers. */
  readonly ids: readonly string[];
  /** The new assignee as rows show it. */
  readonly member: Member | undefined;
}

const toSend = ({ body, ids }: AssignCall) => {
  const { assignee, due_date, reason, filters } = body;
  return { call: callOf(assignEvents, { body }), values: [assignee, due_date, reason, 'assign'], ids: filters === undefined ? ids : null };
};

const assignApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    listMembers: build.query(fromRoute(listMembers, (query: QueryOf<typeof listMembers>) => ({ query }))),
    assignEvents: build.mutation<AssignAnswer, AssignCall>({
      ...sentOnce(toSend),
      async onQueryStarted({ ids, body, member }, lifecycle) {
        const { dispatch, queryFulfilled } = lifecycle;
        const takeBack = patchEvents(lifecycle, ids, (event) => withAssignment(event, body, member));
        try {
          const { data } = await queryFulfilled;
          // Rows that the server left unchanged are loaded again.
          dispatch(eventsApi.util.invalidateTags(data.skipped.length > 0 ? ['Events', 'EventsPeek'] : ['EventsPeek']));
        } catch {
          takeBack();
          // As after a refused change of a status.
          dispatch(eventsApi.util.invalidateTags(['EventsPeek']));
        }
      },
    }),
  }),
});

export const { useListMembersQuery, useAssignEventsMutation } = assignApi;

/** The event as it will be when the server accepts the change. Whether it is overdue the server decides. */
function withAssignment<T extends EventRow>(event: T, { assignee, due_date, reason }: Assignment, member: Member | undefined): T {
  return {
    ...event,
    ...(assignee !== undefined && { assignee: assignee === null ? null : (member ?? event.assignee) }),
    ...(due_date !== undefined && { due_date, overdue: false }),
    ...(reason !== undefined && { reason }),
  };
}
