import type { SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { Superseded } from '../superseded.ts';

/** A cohort in the hands of a scan. */
export interface HeldCohort {
  readonly id: string;
  readonly organisation: string;
  readonly epoch: string;
  readonly ordinal: bigint;
  /** Number of documents up to the ordinal. */
  readonly documents: number;
  /** Number of its patterns. */
  readonly size: number;
}

/** Locks cohorts. Throws Superseded when another scan has taken one of them. */
export async function checkHeld(em: SqlEntityManager, held: readonly HeldCohort[]): Promise<void> {
  const locked = await tables(em)
    .selectFrom('crawler.scan_cohort')
    .select(['id', 'epoch'])
    .where('id', 'in', [...held.map(({ id }) => id)])
    .orderBy('id')
    .forUpdate()
    .execute();
  const epochs = new Map(locked.map(({ id, epoch }) => [id, epoch]));
  if (held.some(({ id, epoch }) => epochs.get(id) !== epoch)) throw new Superseded();
}
