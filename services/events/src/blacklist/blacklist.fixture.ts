import {
  type AnswerOf,
  blacklistRuleEvents,
  countRuleEvents,
  createRule,
  type EventChange,
  eventChangesV1,
  type Finding,
} from '@leakwatch/contracts';
import type { Caller } from '@leakwatch/platform';
import pg from 'pg';
import { makeOwner, type openEvents, publishOrganisation } from '../events.fixture.ts';

type Events = Awaited<ReturnType<typeof openEvents>>;

/** A repository where a finding was made, as the crawler names it. */
export const repository = (owner: string, name: string): Finding['container'] => ({
  key: `https://github.com/${owner}/${name}`,
  title: `${owner}/${name}`,
  url: `https://github.com/${owner}/${name}`,
  owner,
});

export const OWNER_RULE = { source_type: 'github', block_type: 'owner', rule_owner: 'evil' };

/** An active organisation with a task and its user, and what people do with rules. */
export async function makeBlacklister(events: Events) {
  const owner = await makeOwner(events);
  await publishOrganisation(events, owner.of.organisation_id);
  await events.settled();
  return owner;
}

export async function addRule(events: Events, caller: Caller, body: object = OWNER_RULE): Promise<string> {
  const answer = await events.call(caller, 'POST', '/api/rules/', body);
  return createRule.answer.parse(answer.json()).id;
}

export const countEvents = async (events: Events, caller: Caller, id: string): Promise<number> =>
  countRuleEvents.answer.parse((await events.call(caller, 'GET', `/api/rules/${id}/count_events/`)).json()).count;

export const blacklistEvents = async (events: Events, caller: Caller, id: string): Promise<AnswerOf<typeof blacklistRuleEvents>> =>
  blacklistRuleEvents.answer.parse((await events.call(caller, 'POST', `/api/rules/${id}/blacklist_events/`)).json());

/** The published changes of an organisation's events, in order; read where the embedded bus keeps them. */
export async function toldChanges(events: Events, organisation: string): Promise<EventChange[]> {
  const client = new pg.Client({ connectionString: events.environment.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select payload from bus.message where topic = $1 and payload ->> 'organisation_id' = $2 order by position`,
      [eventChangesV1.topic, organisation],
    );
    return rows.map(({ payload }) => eventChangesV1.schema.parse(payload));
  } finally {
    await client.end();
  }
}
