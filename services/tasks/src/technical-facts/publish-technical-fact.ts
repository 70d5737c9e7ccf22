import { technicalFactsV1, type TechnicalFact } from '@leakwatch/contracts';
import { type Bus, outgoing, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/**
 * Publishes the begin or the end of a fact in the caller's transaction. A repeated begin, or an end without a begin, is not
 * published.
 */
export async function publishTechnicalFact(em: SqlEntityManager, bus: Bus, fact: TechnicalFact): Promise<void> {
  const { organisation_id, cause } = fact;
  const begun = tables(em)
    .insertInto('tasks.published_fact')
    .values({ organisation_id, cause })
    .onConflict((conflict) => conflict.doNothing());
  const over = tables(em).deleteFrom('tasks.published_fact').where('organisation_id', '=', organisation_id).where('cause', '=', cause);
  const changed = await (fact.state === 'begun' ? begun.returning('cause') : over.returning('cause')).execute();
  if (changed.length > 0) await bus.publish(em, [outgoing(technicalFactsV1, fact)]);
}
