import { type Database, SCHEDULER } from '@leakwatch/platform';
import { addToLedger } from '../ledger/blob-ledger.store.ts';
import type { GitRepositoryError } from '../git/git-repository-error.ts';
import type { BlobIntroduction } from '../ledger/introduction-parser.ts';
import { listBlobs } from '../ledger/list-blobs.ts';
import { type MirrorUpdate, updateMirror } from './update-mirror.ts';
import { readTips } from '../ledger/tips.ts';
import { holdLease, type Mirror, recordListed } from './mirror.store.ts';

/** Introductions written in one statement. */
const LEDGER_BATCH = 2_000;

export interface Refresh {
  readonly mirror: Mirror;
  readonly update: Omit<MirrorUpdate, 'signal' | 'onProgress'>;
  readonly signal: AbortSignal;
  /** 0-100 of the fetch. */
  readonly onFetch: (percent: number) => void;
  /** Number of introductions that are in the ledger so far. */
  readonly onListed: (count: number) => void;
}

/**
 * Brings the mirror up to date and writes every new blob into the ledger. The caller holds the lease. Returns the error when
 * part of the repository could not be read. Throws GitRepositoryError when nothing could be read, Superseded when the lease was lost.
 */
export async function refreshMirror(database: Database, refresh: Refresh): Promise<GitRepositoryError | undefined> {
  const { mirror, update, signal } = refresh;
  if (mirror.fresh) return undefined;
  const outcome = await updateMirror({ ...update, signal, onProgress: refresh.onFetch });
  const tips = await readTips(update.directory, signal);
  let damage = outcome.damaged;
  let batch: BlobIntroduction[] = [];
  let listed = 0;
  const write = async () => {
    if (batch.length === 0) return;
    const introductions = batch;
    batch = [];
    await database.inScope(SCHEDULER, async (em) => {
      await holdLease(em, mirror);
      await addToLedger(em, mirror, introductions);
    });
    listed += introductions.length;
    refresh.onListed(listed);
  };
  const listing = listBlobs({
    directory: update.directory,
    tips,
    since: mirror.listed_tips,
    salvaged: damage !== undefined,
    signal,
    onDamage: (error) => {
      damage ??= error;
    },
  });
  for await (const introduction of listing) {
    batch.push(introduction);
    if (batch.length >= LEDGER_BATCH) await write();
  }
  await write();
  signal.throwIfAborted();
  // After damage the same tips are listed again next time, because what could not be read may be repaired by then.
  const listedTips = damage === undefined ? [...tips.tips.keys()] : mirror.listed_tips;
  await database.inScope(SCHEDULER, (em) => recordListed(em, mirror, listedTips, damage?.code ?? null));
  return damage;
}
