import { rows, CONSUMER, sql } from '@leakwatch/platform';
import type { CloseReason, EventStatus, StatusActor } from '@leakwatch/vocabulary';
import { toldChanges } from '../blacklist/blacklist.fixture.ts';
import type { Model } from './triage-model.fixture.ts';
import type { TriageWorld } from './triage-world.fixture.ts';

/** An event of the model in the shape in which the database is read. `unknown`: calls of which nobody heard. */
export function modelled(model: Model, key: string, unknown: ReadonlySet<number>): string {
  const batchOf = (batch: number | null) => (batch === null || unknown.has(batch) ? '' : batch);
  const event = model.events[key];
  return JSON.stringify({
    told: model.told[key] ?? [],
    waits: model.waiting[key] === true,
    event: event && {
      status: [event.status, event.reason, event.fixed],
      triage: [event.assignee === null ? null : String(event.assignee), event.due],
      versions: event.seen.length,
      says: [event.secret !== null, event.knownAs.length],
      history: event.history.map(({ from, to, by, reasons, batch }) => [from, to, by, ...reasons, batchOf(batch)].join(' ')),
      changes: event.triage.map(({ field, before, after, by, batch }) => [field, before, after, by, batchOf(batch)].join(' ')),
      comments: event.comments.map(({ by, text, edited }) => `${by} ${text} ${edited}`),
    },
  });
}

interface Recorded {
  readonly batch: string;
  readonly actor_kind: StatusActor;
  readonly actor_id: string | null;
  readonly asked_by: string | null;
}

/** Reads every event of the world, hidden or not, with its history and what was published of it, by key. */
export async function readWorld(
  world: TriageWorld,
  keys: readonly string[],
  serials: ReadonlyMap<string, number>,
): Promise<Map<string, string>> {
  const { organisations, callers, events } = world;
  const people = callers.map(({ account }) => account?.id ?? '');
  const personOf = (id: string | null) => (id === null || !people.includes(id) ? null : String(people.indexOf(id)));
  const keyOf = new Map(keys.map((key) => [world.idOf(key), key]));
  const byOf = ({ actor_kind: kind, actor_id: id, asked_by: asked }: Recorded) =>
    [kind, personOf(asked ?? id)].filter((part) => part !== null).join(' ');
  const batchOf = ({ batch }: Recorded) => serials.get(batch) ?? '';
  const of = sql`organisation_id = any (${organisations}::uuid[])`;
  const found = await events.foundation.database.inScope(CONSUMER, async (em) => ({
    events: await rows(
      em,
      sql<{
        id: string;
        status: EventStatus;
        close_reason: CloseReason | null;
        assignee_id: string | null;
        due: string | null;
        versions: number;
        has_secret: boolean;
        known: number;
        fixed: number | null;
      }>`
        select id, status, close_reason, case when fixed_at is not null then (
          select count(*)::int from events.status_change c where c.event_id = e.id and c.at < fixed_at - interval '100 microseconds') end as fixed, assignee_id, due_date::text as due, versions, secret_hash is not null as has_secret, cardinality(known_as) as known from events.event e where ${of}`,
    ),
    history: await rows(
      em,
      sql<
        Recorded & {
          id: string;
          event_id: string;
          from_status: string | null;
          to_status: string;
          from_reason: string | null;
          to_reason: string | null;
        }
      >`
        select * from events.status_change where ${of} order by at, id`,
    ),
    changes: await rows(
      em,
      sql<Recorded & { event_id: string; field: string; before: string | null; after: string | null }>`
        select *, null::uuid as asked_by from events.triage_change where ${of} order by at, id`,
    ),
    waiting: await rows(em, sql<{ event_id: string }>`select event_id from events.digest_item where ${of}`),
    comments: await rows(
      em,
      sql<{ event_id: string; author_id: string; text: string; edited: boolean }>`
        select event_id, author_id, text, updated <> created as edited from events.comment where ${of} order by created, id`,
    ),
  }));
  const told = (await Promise.all(organisations.map((one) => toldChanges(events, one)))).flat();
  const waiting = new Set(found.waiting.map(({ event_id }) => event_id));
  const standing = new Set(found.events.map(({ id }) => id));
  const twice = told.length - new Set(told.map(({ change_id }) => change_id)).size;
  if (twice > 0) throw new Error(`${twice} changes were published twice`);
  const facts = new Map<string, string>();
  for (const [id, key] of keyOf) {
    const event = found.events.find((one) => one.id === id);
    const messages = told.filter(({ event_id }) => event_id === id);
    const ofEvent = <T extends { readonly event_id: string }>(all: readonly T[]) => all.filter(({ event_id }) => event_id === id);
    if (standing.has(id) && ofEvent(found.history).some((one) => !messages.some(({ change_id }) => change_id === one.id)))
      throw new Error(`a change of ${key} was not published`);
    facts.set(
      key,
      JSON.stringify({
        told: messages.map(({ from, to }) => `${from ?? 'new'} ${to}`),
        waits: waiting.has(id),
        event: event && {
          status: [event.status, event.close_reason, event.fixed],
          triage: [personOf(event.assignee_id), event.due],
          versions: event.versions,
          says: [event.has_secret, event.known],
          history: ofEvent(found.history).map((one) =>
            [one.from_status, one.to_status, byOf(one), one.from_reason, one.to_reason, batchOf(one)].join(' '),
          ),
          changes: ofEvent(found.changes).map((one) => {
            const value = (raw: string | null) => (one.field === 'assignee' ? personOf(raw) : raw);
            return [one.field, value(one.before), value(one.after), byOf(one), batchOf(one)].join(' ');
          }),
          comments: ofEvent(found.comments).map(({ author_id: by, text, edited }) => `${personOf(by)} ${text} ${edited}`),
        },
      }),
    );
  }
  const strange = found.events.filter(({ id }) => !keyOf.has(id));
  if (strange.length > 0) throw new Error(`${strange.length} events that nobody found`);
  return facts;
}
