import type { SqlEntityManager } from '@leakwatch/platform';
import { type LedgerBlob, ledgerPage, ledgerRows } from './ledger-rows.store.ts';

/** Up to `limit` rows of the ledger after an ordinal, as a launch reads them. */
export async function ledgerAfter(em: SqlEntityManager, mirror: string, ordinal: string, limit: number): Promise<LedgerBlob[]> {
  const { ordinals } = await ledgerPage(em, mirror, ordinal, { limit, paths: false });
  return ledgerRows(em, mirror, [...ordinals]);
}
