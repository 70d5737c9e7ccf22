import { randomUUID } from 'node:crypto';
import {
  type AnswerOf,
  assignEvents,
  type BodyOf,
  changeManyStatuses,
  eventStatistics,
  listEventActivity,
  listMembers,
  memberChangesV1,
  undoStatusChange,
} from '@leakwatch/contracts';
import { type Caller, outgoing } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { makeOwner, type openEvents, publishOrganisation } from '../events.fixture.ts';

type Events = Awaited<ReturnType<typeof openEvents>>;

/** An organisation whose people triage. */
export async function openTriage(events: Events) {
  const { of } = await makeOwner(events);
  await publishOrganisation(events, of.organisation_id);
  await events.settled();
  const organisation = of.organisation_id;

  /** Publishes an account as admin does. */
  const publish = async (account_id: string, version: number, organisation_id: string | null, name = '') => {
    await events.publish([outgoing(memberChangesV1, { account_id, version, organisation_id, name })]);
    await events.settled();
  };
  const join = async (name: string): Promise<Caller & { account: { id: string; username: string } }> => {
    const account = { id: randomUUID(), username: name };
    await publish(account.id, 1, organisation, name);
    return { ...testCaller(organisation), account };
  };
  const post = async (caller: Caller, path: string, body: object) => {
    const answer = await events.call(caller, 'POST', path, body);
    const { code }: { code?: string } = answer.json();
    return { status: answer.statusCode, code, answer };
  };
  return {
    of,
    organisation,
    publish,
    join,
    assign: async (caller: Caller, body: BodyOf<typeof assignEvents>): Promise<AnswerOf<typeof assignEvents>> =>
      assignEvents.answer.parse((await post(caller, assignEvents.path, body)).answer.json()),
    refused: async (caller: Caller, body: BodyOf<typeof assignEvents>) => {
      const { status, code } = await post(caller, assignEvents.path, body);
      return { status, code };
    },
    setStatus: async (caller: Caller, body: BodyOf<typeof changeManyStatuses>): Promise<AnswerOf<typeof changeManyStatuses>> =>
      changeManyStatuses.answer.parse((await post(caller, changeManyStatuses.path, body)).answer.json()),
    undo: async (caller: Caller, batch: string): Promise<number | string | undefined> => {
      const { status, code, answer } = await post(caller, undoStatusChange.path, { batch });
      return status === 200 ? undoStatusChange.answer.parse(answer.json()).restored : code;
    },
    members: async (caller: Caller, query = '') =>
      listMembers.answer.parse((await events.get(caller, `${listMembers.path}${query}`)).json()),
    activity: async (caller: Caller, id: string) => {
      const answer = await events.get(caller, `${listEventActivity.path.replace('{id}', id)}?limit=100`);
      return listEventActivity.answer
        .parse(answer.json())
        .results.map(({ kind, actor, actor_kind: by, before, after }) => ({ kind, actor, by, before, after }));
    },
    statistics: async (caller: Caller, query = 'status=all') =>
      eventStatistics.answer.parse((await events.get(caller, `${eventStatistics.path}?${query}`)).json()),
  };
}
