import { technicalFactsV1, type TechnicalFact } from '@leakwatch/contracts';
import { type Bus, outgoing, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Publishes the begin or the end of a fact in the caller's transaction. A repeated begin, or an end without a begin, is not published. */
export async function publishTechnicalFact(em: SqlEntityManager, bus: Bus, fact: TechnicalFact): Promise<void> {
  const { organisation_id: organisation, cause } = fact;
  const changed = await rows(
    em,
    fact.state === 'begun'
      ? sql<{ cause: string }>`insert into tasks.told_fact (organisation_id, cause) values (${organisation}, ${cause})
          on conflict do nothing returning cause`
      : sql<{ cause: string }>`delete from tasks.told_fact where organisation_id = ${organisation} and cause = ${cause} returning cause`,
  );
  if (changed.length > 0) await bus.publish(em, [outgoing(technicalFactsV1, fact)]);
}
