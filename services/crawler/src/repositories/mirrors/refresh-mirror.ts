import { join } from 'node:path';
import { type Database, SCHEDULER } from '@leakwatch/platform';
import { addToLedger, isEmpty } from '../ledger/blob-ledger.store.ts';
import type { GitRepositoryError } from '../git/git-repository-error.ts';
import { LedgerWriter } from '../ledger/ledger-writer.ts';
import { listBlobs } from '../ledger/list-blobs.ts';
import { ListedBlobs } from '../ledger/listed-blobs.ts';
import { isMirror, isShallow } from './mirror-directory.ts';
import { type MirrorUpdate, updateMirror } from './update-mirror.ts';
import { readAgain } from '../ledger/unread-blobs.store.ts';
import { readTips, type Tips } from '../ledger/tips.ts';
import { packNames } from '../packs/find-forests.ts';
import { PackError } from '../packs/pack-error.ts';
import { holdLease, type Listed, type Mirror, recordListed, recordUnchanged } from './mirror.store.ts';

export interface MirrorCheck {
  readonly mirror: Mirror;
  readonly update: Omit<MirrorUpdate, 'signal' | 'onProgress' | 'listed' | 'checkOnly'>;
  readonly signal: AbortSignal;
}

export interface Refresh extends MirrorCheck {
  /** 0-100 of the fetch. */
  readonly onFetch: (percent: number) => void;
  /** The fetch is over, and it has brought packs; listing begins. */
  readonly onFetched?: ((packs: NewPacks) => void) | undefined;
  /** Number of introductions that are in the ledger so far. */
  readonly onListed: (count: number) => void;
}

/** Packs whose blobs are not in the ledger yet: names of files, without their endings. */
export interface NewPacks {
  readonly objects: string;
  readonly packs: readonly string[];
  /** Bytes of an object's name. */
  readonly each: 20 | 32;
}

/** Digest of the refs whose blobs the ledger holds. A mirror that is being deleted has no tips any more, and perhaps no blobs. */
const listedRefs = ({ listed_tips: tips, refs_digest: digest }: Mirror): string | null => (tips.length === 0 ? null : digest);

/**
 * Whether the remote has nothing that the ledger lacks; nothing is fetched. The caller holds the lease.
 * @throws GitRepositoryError where the remote cannot be asked; Superseded when the lease was lost
 */
export async function isUpToDate(database: Database, { mirror, update, signal }: MirrorCheck): Promise<boolean> {
  await readDueAgain(database, mirror);
  if (mirror.fresh) return true;
  const listed = listedRefs(mirror);
  if (listed === null || !(await isMirror(update.directory))) return false;
  const { outcome } = await updateMirror({ ...update, signal, listed, checkOnly: true });
  if (outcome !== 'unchanged') return false;
  await database.inScope(SCHEDULER, (em) => recordUnchanged(em, mirror));
  return true;
}

/**
 * Brings the mirror up to date and writes every new blob into the ledger. The caller holds the lease. Returns the error when
 * part of the repository could not be read. Throws GitRepositoryError when nothing could be read, Superseded when the lease was lost.
 */
export async function refreshMirror(database: Database, refresh: Refresh): Promise<GitRepositoryError | undefined> {
  const { mirror, update, signal } = refresh;
  await readDueAgain(database, mirror);
  if (mirror.fresh) return undefined;
  // Those of a mirror that was never listed are all new.
  const known = mirror.listed_tips.length === 0 ? [] : packsOf(update.directory);
  // Behind the tips of a history that ended early there may be more by now.
  const since = isShallow(update.directory) ? [] : mirror.listed_tips;
  const outcome = await updateMirror({ ...update, signal, listed: listedRefs(mirror), onProgress: refresh.onFetch });
  if (outcome.outcome === 'unchanged') {
    await database.inScope(SCHEDULER, (em) => recordUnchanged(em, mirror));
    return undefined;
  }
  const tips = await readTips(update.directory, signal);
  const fetched = newPacks(update.directory, known, tips);
  if (fetched !== undefined) refresh.onFetched?.(fetched);
  let damage = outcome.damaged;
  let listed = 0;
  const blobs = new ListedBlobs(mirror.listed_tips.length === 0 && (await database.inScope(SCHEDULER, (em) => isEmpty(em, mirror.id))));
  const ledger = new LedgerWriter(async (introductions) => {
    const added = await database.inScope(SCHEDULER, async (em) => {
      await holdLease(em, mirror);
      return addToLedger(em, mirror, introductions, blobs);
    });
    blobs.remember(added);
    listed += introductions.length;
    refresh.onListed(listed);
  });
  const listing = listBlobs({
    directory: update.directory,
    tips,
    since,
    salvaged: damage !== undefined,
    signal,
    onDamage: (error) => {
      damage ??= error;
    },
  });
  try {
    for await (const introductions of listing) await ledger.add(introductions);
    await ledger.finish();
  } finally {
    await ledger.settled();
  }
  signal.throwIfAborted();
  const before = { tips: mirror.listed_tips, digest: outcome.digest, errorCode: damage?.code ?? null };
  const state = damage === undefined ? listedState(update.directory, tips, before) : { ...before, digest: null };
  await database.inScope(SCHEDULER, (em) => recordListed(em, mirror, state));
  return damage;
}

/** Also where the remote has nothing new, or cannot be asked. Throws Superseded when the lease was lost. */
async function readDueAgain(database: Database, mirror: Mirror): Promise<void> {
  if (!mirror.has_due) return;
  await database.inScope(SCHEDULER, async (em) => {
    await holdLease(em, mirror);
    await readAgain(em, mirror.id);
  });
}

/**
 * After damage the same tips are listed again next time, because what could not be read may be repaired by then. Of a history that ends early all
 * tips are: the remote may get more of it behind them.
 */
const listedState = (directory: string, { tips }: Tips, before: Listed): Listed =>
  isShallow(directory) ? { ...before, tips: [], digest: null } : { ...before, tips: [...tips.keys()] };

const objectsOf = (directory: string): string => join(directory, 'objects');

function packsOf(directory: string): readonly string[] {
  try {
    return packNames(objectsOf(directory));
  } catch (error) {
    if (error instanceof PackError) return [];
    throw error;
  }
}

function newPacks(directory: string, known: readonly string[], { tips }: Tips): NewPacks | undefined {
  const seen = new Set(known);
  const packs = packsOf(directory).filter((pack) => !seen.has(pack));
  const [tip] = tips.keys();
  if (packs.length === 0 || tip === undefined) return undefined;
  return { objects: objectsOf(directory), packs, each: tip.length === 40 ? 20 : 32 };
}
