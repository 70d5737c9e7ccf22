import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { WebhookFault } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { Webhook, WebhookDeliveryRow } from './webhook.entities.ts';

/** Whether nothing that was sent again together and is about an earlier change of the same event still waits. */
const IS_NEXT_OF_EVENT = sql`not exists (
  select from admin.webhook_delivery e where e.webhook_id = d.webhook_id and e.event_id = d.event_id and e.status = 'pending' and e.in_order
    and (e.at, e.created, e.id) < (d.at, d.created, d.id))`;

/** Organisations with a delivery that may be tried now. Each webhook is one look at the index, however much waits for it. */
export const organisationsWithDue = async (em: SqlEntityManager): Promise<string[]> => {
  const found = await rows(
    em,
    sql<{
      organisation_id: string;
    }>`select distinct w.organisation_id from admin.webhook w cross join (values (false), (true)) lane (resent)
      where w.active and (w.held_until is null or w.held_until <= now()) and exists (
        select from admin.webhook_delivery d where d.webhook_id = w.id and d.status = 'pending' and d.resent = lane.resent and d.due <= now() and ${IS_NEXT_OF_EVENT})`,
  );
  return found.map(({ organisation_id: organisation }) => organisation);
};

type OfDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'webhook_id' | 'organisation_id' | 'kind' | 'event_id' | 'from_status' | 'to_status' | 'at' | 'attempts' | 'give_up_at' | 'resent'
>;
export type ClaimedDelivery = OfDelivery & Pick<Webhook, 'url' | 'format' | 'secret' | 'old_secret'>;

/** What a webhook has had of its organisation's turn. */
export interface Share {
  readonly webhook: string;
  /** Its deliveries that are under way, and all that were begun in this turn. */
  readonly underWay: number;
  readonly begun: number;
  /** One that was sent again together with others goes before a new one. */
  readonly resentFirst: boolean;
}

export interface Claim {
  readonly organisation: string;
  readonly shares: readonly Share[];
  /** A webhook with so many under way is left out. */
  readonly toOneAtOnce: number;
  /** When its process dies, another one takes a delivery after this. */
  readonly leaseSeconds: number;
}

/**
 * Claims the next delivery of an organisation, with one more attempt counted. The webhook with the smallest share comes first; of a webhook,
 * what is new.
 */
export const claimNext = (
  em: SqlEntityManager,
  { organisation, shares, toOneAtOnce, leaseSeconds }: Claim,
): Promise<ClaimedDelivery | undefined> =>
  row(
    em,
    sql<ClaimedDelivery>`
      with next as (
        select d.id from admin.webhook w
        left join jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
          as share (webhook uuid, "underWay" int, begun int, "resentFirst" boolean) on share.webhook = w.id
        cross join (values (false), (true)) lane (resent)
        cross join lateral (
          select d.id, d.due from admin.webhook_delivery d
          where d.webhook_id = w.id and d.status = 'pending' and d.resent = lane.resent and d.due <= now() and ${IS_NEXT_OF_EVENT}
          order by d.due, d.id limit 1 for update skip locked
        ) d
        where w.organisation_id = ${organisation}::uuid and w.active and (w.held_until is null or w.held_until <= now())
          and coalesce(share."underWay", 0) < ${toOneAtOnce}
        order by coalesce(share."underWay", 0), coalesce(share.begun, 0), w.failures,
          lane.resent <> coalesce(share."resentFirst", false), d.due limit 1
      )
      update admin.webhook_delivery d
      set attempts = d.attempts + 1, last_attempt = clock_timestamp(), due = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
        claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from next, admin.webhook w
      where d.id = next.id and w.id = d.webhook_id
      returning d.id, d.kind, d.event_id, d.from_status, d.to_status, d.at, d.attempts, d.give_up_at, d.webhook_id, d.resent,
        d.organisation_id, w.url, w.format, w.secret,
        case when w.old_secret_until > clock_timestamp() then w.old_secret end as old_secret`,
  );

export interface Outcome {
  readonly response_status: number | null;
  readonly response_ms: number;
  readonly response_excerpt: string;
  readonly fault: WebhookFault | null;
}

/** Writes what an attempt came to. `due`: when it is tried again; null when it is not. */
export const finishAttempt = (
  em: SqlEntityManager,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  outcome: Outcome,
  next: Pick<WebhookDeliveryRow, 'status'> & { readonly dueInSeconds: number | null },
) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({
      ...outcome,
      status: next.status,
      claimed_until: null,
      due: next.dueInSeconds === null ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${next.dueInSeconds})`,
    })
    .where('id', '=', id)
    // A later attempt, or a person who gave it up, has written since.
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();

/** Gives a claimed delivery back without counting the attempt. */
export const putBack = (em: SqlEntityManager, { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>, seconds: number) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({ attempts: attempts - 1, claimed_until: null, due: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();
