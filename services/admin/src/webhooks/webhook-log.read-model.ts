import type { AnswerOf, InputOf, listWebhookDeliveries } from '@leakwatch/contracts';
import { NotFound, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { countGivenUp, toDelivery } from './delivery.store.ts';

/** One page of what a webhook was sent, newest first. Throws NotFound. */
export async function webhookLog(
  em: SqlEntityManager,
  { params: { id }, query: { limit, offset, status } }: InputOf<typeof listWebhookDeliveries>,
): Promise<AnswerOf<typeof listWebhookDeliveries>> {
  const webhook = await tables(em).selectFrom('admin.webhook').select('id').where('id', '=', id).executeTakeFirst();
  if (webhook === undefined) throw new NotFound();
  const all = tables(em).selectFrom('admin.webhook_delivery').where('webhook_id', '=', id);
  const log = status === undefined ? all : all.where('status', '=', status);
  const { count } = await log.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const found = await log.selectAll().orderBy('created', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  return { count, results: found.map(toDelivery), given_up: await countGivenUp(em, id) };
}
