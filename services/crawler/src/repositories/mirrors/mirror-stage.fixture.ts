import { parseRemoteUrl } from '@leakwatch/rules';
import { type GitStage, openGitStage } from '@leakwatch/simulators';
import { afterEach, beforeEach } from '@jest/globals';
import { MIRROR_MARK } from '../git/git-environment.ts';
import { useGitAccount } from './git-account.fixture.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { type BlobListing, listBlobs } from '../ledger/list-blobs.ts';
import { type MirrorOutcome, type MirrorUpdate, updateMirror } from './update-mirror.ts';
import { readTips } from '../ledger/tips.ts';

export const BOUNDS = { bytes: 100_000_000, milliseconds: 100_000 };

export interface MirrorStage {
  /** The repository, server and mirror of the test that runs. */
  readonly current: () => GitStage;
  readonly update: (url?: string, more?: Partial<MirrorUpdate>) => Promise<MirrorOutcome>;
  readonly listed: (options?: Pick<BlobListing, 'since' | 'salvaged'>) => Promise<Set<string>>;
  /** Command lines of the git processes that work for the mirror. */
  readonly fetching: () => readonly string[];
}

/** A new stage for each test of a file. */
export function useMirrorStage(): MirrorStage {
  let stage: GitStage;
  beforeEach(async () => {
    stage = await openGitStage();
    await useGitAccount(stage.folder);
  });
  afterEach(async () => {
    await stage.close();
  });
  return {
    current: () => stage,
    update: (url = stage.server.url('repo.git'), more = {}) =>
      updateMirror({
        directory: stage.mirror,
        remote: parseRemoteUrl(url, { allowFile: false }),
        access: { allowPrivateAddresses: true },
        bounds: BOUNDS,
        ...more,
      }),
    listed: async (options = {}) => {
      const found = new Set<string>();
      for await (const blobs of listBlobs({ directory: stage.mirror, tips: await readTips(stage.mirror), ...options }))
        for (const { oid } of blobs) found.add(oid);
      return found;
    },
    fetching: () => stage.processesWith(`${MIRROR_MARK}=${stage.mirror}`),
  };
}

/** The error of work that must fail with one of ours. */
export async function failure(work: Promise<unknown>): Promise<GitRepositoryError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitRepositoryError)) throw new Error(`no GitRepositoryError but ${String(error)}`);
  return error;
}
