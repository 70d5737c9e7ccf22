import { readAdvertisedRefs, type AdvertisedRefs } from '../remotes/advertised-refs.ts';
import { fetchRefs, type FetchProgress } from './fetch-refs.ts';
import type { GitConnection } from '../git/git-connection.ts';
import { runLocalGit } from '../git/local-git.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { endLeftoverProcesses } from '../git/leftover-processes.ts';
import { holdsAdvertised, keepSeenTips, packRefs } from './local-refs.ts';
import { type MirrorBounds, watchBounds } from './mirror-bounds.ts';
import { clearLeftovers, emptyMirror, hashBytesOf, isMirror, mirrorBytes, mirrorFolder } from './mirror-directory.ts';
import { openConnection, type RemoteAccess } from '../remotes/open-connection.ts';
import type { GitRemote } from '@leakwatch/rules';
import { salvage } from './salvage.ts';

export interface MirrorUpdate {
  /** Absolute path of the mirror. It is created when missing; a partial mirror is continued. */
  readonly directory: string;
  readonly remote: GitRemote;
  readonly access: RemoteAccess;
  readonly bounds: MirrorBounds;
  readonly signal?: AbortSignal;
  /** 0-100, never decreasing within one update. */
  readonly onProgress?: (percent: number) => void;
  /** Digest of the remote's refs (AdvertisedRefs) whose blobs are all in the ledger: while the remote has these, nothing is fetched. */
  readonly listed?: string | null;
  /** Ends before anything is fetched. */
  readonly checkOnly?: boolean;
}

export interface MirrorOutcome {
  /** unchanged: the remote has what was listed. outdated: it may have more, and `checkOnly` was set. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'outdated';
  /** Of the remote's refs before the fetch. */
  readonly digest: string;
  /** Number of refs of the remote. */
  readonly refs: number;
  /** The remote has no refs, which is not an error. */
  readonly empty: boolean;
  /** Short name of the remote's default branch, if the remote names it. */
  readonly defaultBranch?: string;
  /** Bytes of the mirror's objects on disk. */
  readonly bytes: number;
  /** Set when part of the remote could not be read; the rest is in the mirror. Pass `salvaged` to `listBlobs` then. */
  readonly damaged?: GitRepositoryError;
}

/**
 * Brings a bare mirror of a remote repository up to date: every ref of the remote, including pull requests and notes, and
 * every object that any of them ever reached. The caller holds the lease of the mirror, so one update runs at a time.
 * @throws GitRepositoryError; the result of earlier updates stays and can be read
 */
export async function updateMirror(update: MirrorUpdate): Promise<MirrorOutcome> {
  const { directory, remote, bounds } = update;
  await endLeftoverProcesses(directory);
  await mirrorFolder(directory);
  await clearLeftovers(directory);
  const existed = await isMirror(directory);
  const progress = rising(update.onProgress);
  const watch = watchBounds(directory, bounds, update.signal);
  let isWhole = false;
  try {
    watch.check();
    progress(0);
    const connection = await openConnection(directory, remote, update.access, watch, bounds);
    const advertised = await readAdvertisedRefs(connection);
    const found = {
      digest: advertised.digest,
      refs: advertised.count,
      empty: isEmpty(advertised),
      ...(advertised.defaultBranch !== undefined && { defaultBranch: advertised.defaultBranch }),
    };
    const isListed = existed && advertised.digest === update.listed && (await holdsAdvertised(connection, advertised));
    if (isListed || update.checkOnly === true) {
      isWhole = true;
      return { outcome: isListed ? 'unchanged' : 'outdated', ...found, bytes: await mirrorBytes(directory) };
    }
    const isContinued = await prepare(connection, advertised, existed);
    const damaged = await fetchAll(connection, advertised, progress);
    await packRefs(connection);
    await watch.checkSize();
    progress(100);
    isWhole = damaged === undefined;
    return {
      outcome: isContinued ? 'updated' : 'created',
      ...found,
      bytes: await mirrorBytes(directory),
      ...(damaged && { damaged }),
    };
  } finally {
    watch.stop();
    // A pack that was not received whole would take the disk until the next launch, also where it is what filled it.
    if (!isWhole) await clearLeftovers(directory);
  }
}

const isEmpty = ({ count, detached }: AdvertisedRefs): boolean => count === 0 && detached === undefined;

/** Returns whether there is a mirror already that the remote's objects can be fetched into. */
async function prepare(connection: GitConnection, advertised: AdvertisedRefs, existed: boolean): Promise<boolean> {
  const { directory } = connection;
  const before = await hashBytesOf(directory);
  // One that was empty did not say the format of its objects' names; another repository may be at the address now.
  const isOther = before !== undefined && !isEmpty(advertised) && (before === 32) !== advertised.sha256;
  if (existed && !isOther) {
    await keepSeenTips(connection);
    return true;
  }
  if (isOther) await emptyMirror(directory);
  const format = advertised.sha256 ? ['--object-format=sha256'] : [];
  await runLocalGit(connection, ['init', '--bare', '--quiet', '--shared=0600', '--template=', ...format, '--', directory]);
  return false;
}

async function fetchAll(
  connection: GitConnection,
  advertised: AdvertisedRefs,
  progress: FetchProgress,
): Promise<GitRepositoryError | undefined> {
  try {
    await fetchRefs(connection, { detached: advertised.detached !== undefined, onProgress: progress });
    return undefined;
  } catch (error) {
    if (!(error instanceof GitRepositoryError) || error.code !== 'damaged') throw error;
    if (!(await salvage(connection))) throw error;
    return error;
  }
}

function rising(onProgress?: (percent: number) => void): FetchProgress {
  let last = -1;
  return (percent) => {
    const whole = Math.floor(Math.min(100, Math.max(0, percent)));
    if (whole <= last) return;
    last = whole;
    onProgress?.(whole);
  };
}
