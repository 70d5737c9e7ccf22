import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { internalRepositoryRemote, type TaskChange } from '@leakwatch/contracts';
import { asService, type Bus, BUS, Database, newId, ServiceClients, SCHEDULER, SETTINGS } from '@leakwatch/platform';
import { InvalidGitRemote, parseRemoteUrl } from '@leakwatch/rules';
import { SCAN_MILLISECONDS } from '../../repositories/git/git-limits.ts';
import { LEDGER_PAGE, ledgerPages } from '../../repositories/ledger/ledger-pages.ts';
import { type LedgerBlob, ledgerPage, ledgerRows } from '../../repositories/ledger/ledger-rows.store.ts';
import { GitRepositoryError } from '../../repositories/git/git-repository-error.ts';
import { BlobReader, type BlobReading } from '../../repositories/blobs/read-blobs.ts';
import { mirrorBytes, mirrorsFolder } from '../../repositories/mirrors/mirror-directory.ts';
import { withFreeMirror, withMirrorLease } from '../../repositories/mirrors/mirror-lease.ts';
import { type Mirror, recordBytes } from '../../repositories/mirrors/mirror.store.ts';
import { hasMirror, organisationsOf, useMirror } from '../../repositories/mirrors/mirror-use.store.ts';
import { isUpToDate, type MirrorCheck, type NewPacks, refreshMirror } from '../../repositories/mirrors/refresh-mirror.ts';
import { Extractor } from '../../extraction/extractor.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { countMirrors } from '../../storage/count-mirrors.ts';
import { addsMirrors } from '../../storage/storage-level.store.ts';
import type { CrawlerSettings } from '../../settings.ts';
import type { WaitingPlaces } from '../../waiting-places.ts';
import { documentOf, nextRow, passedOver, withRuns } from './documents-of-rows.ts';
import { LedgerScreen, type ScanView } from './ledger-screen.ts';
import { InsideOfBlobs } from './look-inside.ts';

export interface GitTarget {
  readonly taskId: string;
  readonly organisationId: string;
  readonly repository: TaskChange['repositories'][number];
}

export interface PrepareContext {
  readonly signal: AbortSignal;
  /** IN_PLACE when left out. */
  readonly places?: WaitingPlaces;
  /** Reports the current step and 0-100 of the preparation. */
  readonly report: (status: 'updating_local' | 'processing_commits', percent: number) => void;
  /** Packs that the fetch brought into a mirror, before they are listed. */
  readonly onFetched?: ((packs: NewPacks, mirror: string) => void) | undefined;
}

export interface GitStream {
  readonly mirrorId: string;
  readonly directory: string;
  /** Set when part of the repository could not be read; the rest is streamed. */
  readonly damage: GitRepositoryError | undefined;
}

const MEGABYTE = 1024 * 1024;
/** Share of fetching in the preparation; the rest is listing. */
const FETCH_SHARE = 0.9;

/** A monitored repository, read from its mirror: every blob that any ref reaches or ever reached, in the ledger's order. */
@Injectable()
export class RepositoryReader {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: CrawlerSettings,
    private readonly services: ServiceClients,
    private readonly extractor: Extractor,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** Brings the mirror up to date. Throws GitRepositoryError when nothing can be read. */
  async prepare(target: GitTarget, context: PrepareContext): Promise<GitStream> {
    const { mirrorId, directory } = await this.placeOf(target);
    context.report('updating_local', 0);
    const refresh = async (mirror: Mirror, signal: AbortSignal) =>
      refreshMirror(this.database, {
        mirror,
        update: await this.updateOf(target, directory),
        signal,
        onFetched: (packs) => context.onFetched?.(packs, mirrorId),
        onFetch: (percent) => context.report('updating_local', percent * FETCH_SHARE),
        onListed: () => context.report('processing_commits', 100 * FETCH_SHARE),
      });
    const damage = await withMirrorLease(this.database, mirrorId, { ...context, task: target.taskId }, async (mirror, signal) => {
      try {
        return await refresh(mirror, signal);
      } finally {
        // Also what a fetch that failed left takes storage.
        await this.count(mirrorId, directory);
      }
    });
    context.report('processing_commits', 100);
    return { mirrorId, directory, damage };
  }

  /**
   * The stream of a repository that has nothing new; undefined where `prepare` has to be called, also where somebody else works on the mirror.
   * Fetches nothing, and can run for several repositories at once. Throws GitRepositoryError when the repository cannot be asked.
   */
  async prepareUnchanged(target: GitTarget, signal: AbortSignal): Promise<GitStream | undefined> {
    const { mirrorId, directory } = await this.placeOf(target);
    const isUnchanged = await withFreeMirror(this.database, mirrorId, { signal, task: target.taskId }, async (mirror, leased) =>
      isUpToDate(this.database, { mirror, update: await this.updateOf(target, directory), signal: leased }),
    );
    if (isUnchanged !== true) return undefined;
    // The organisation may use the mirror since now.
    await this.database.inScope(SCHEDULER, (em) => countMirrors(em, this.bus, [target.organisationId]));
    return { mirrorId, directory, damage: undefined };
  }

  private async placeOf(target: GitTarget): Promise<{ readonly mirrorId: string; readonly directory: string }> {
    const mirrorId = await this.mirrorOf(target);
    const mirrors = join(this.settings.LEAKWATCH_HOME, 'mirrors');
    await mirrorsFolder(mirrors);
    return { mirrorId, directory: join(mirrors, `${mirrorId}.git`) };
  }

  private async updateOf({ repository }: GitTarget, directory: string): Promise<MirrorCheck['update']> {
    const { settings } = this;
    return {
      directory,
      remote: await this.remoteOf(repository),
      access: { allowPrivateAddresses: settings.GIT_ALLOW_PRIVATE_ADDRESSES },
      bounds: { bytes: settings.GIT_REPOSITORY_MAX_MB * MEGABYTE, milliseconds: settings.GIT_TIMEOUT_SECONDS * 1000 },
    };
  }

  /** Throws GitRepositoryError storage_over_quota for a repository whose content an organisation without storage would get anew. */
  private mirrorOf({ taskId, organisationId, repository: { address, credential_scope } }: GitTarget): Promise<string> {
    const wanted = { address, credential_scope, organisation: organisationId };
    return this.database.inScope(SCHEDULER, async (em) => {
      if (!(await hasMirror(em, wanted)) && !(await addsMirrors(em, organisationId)))
        throw new GitRepositoryError('storage_over_quota', 'The storage of the organisation is used up');
      return useMirror(em, taskId, wanted);
    });
  }

  /** Publishes what the mirror takes now, for each organisation that uses it. */
  private async count(mirrorId: string, directory: string): Promise<void> {
    const bytes = await mirrorBytes(directory);
    await this.database.inScope(SCHEDULER, async (em) => {
      await recordBytes(em, mirrorId, bytes);
      await countMirrors(em, this.bus, await organisationsOf(em, mirrorId));
    });
  }

  /**
   * Blobs after a position, in the ledger's order, and in place of archives and the like what is inside. Of blobs one after the other that
   * concern no pattern of `view` only the last one comes, without its bytes and commit.
   * @throws GitRepositoryError time_over_bound when reading and matching take longer than `milliseconds`; what was committed stays, and the
   * next launch continues
   */
  async *documents(
    stream: GitStream,
    from: bigint,
    signal: AbortSignal,
    { view, milliseconds = SCAN_MILLISECONDS }: { readonly view?: ScanView; readonly milliseconds?: number } = {},
  ): AsyncGenerator<SourceDocument, void, undefined> {
    const deadline = performance.now() + milliseconds;
    const inside = new InsideOfBlobs(this.extractor, signal);
    const reader = new BlobReader({
      directory: stream.directory,
      maximumBytes: this.settings.GIT_BLOB_MAX_MB * MEGABYTE,
      signal,
    });
    try {
      const screen = view && new LedgerScreen(this.database, stream, view, from, signal, deadline);
      const bounds = { limit: LEDGER_PAGE, paths: screen?.asksForNames ?? false };
      const pageAfter = (ordinal: bigint) =>
        this.database.inScope(SCHEDULER, (em) => ledgerPage(em, stream.mirrorId, String(ordinal), bounds));
      for await (const page of ledgerPages(pageAfter, from)) {
        const passed = (await screen?.passOver(page)) ?? new Uint8Array(page.ordinals.length);
        const wanted = await this.rowsOf(
          stream,
          page.ordinals.filter((_, at) => passed[at] === 0),
        );
        const readings = reader.read(wanted.map(({ oid }) => oid));
        const blobs = wanted.values();
        for (const { position, documents } of withRuns(page, passed)) {
          if (documents !== undefined) yield passedOver(position, documents);
          else {
            const blob = nextRow(blobs, position);
            yield* await inside.read(documentOf(blob, await nextOf(readings)), (blob.interruptions ?? 0) > 0);
          }
          if (performance.now() > deadline)
            throw new GitRepositoryError('time_over_bound', `Scanning the repository takes more than ${milliseconds} ms`);
        }
      }
    } finally {
      reader.close();
    }
  }

  private async rowsOf({ mirrorId }: GitStream, ordinals: BigInt64Array): Promise<readonly LedgerBlob[]> {
    if (ordinals.length === 0) return [];
    return this.database.inScope(SCHEDULER, (em) => ledgerRows(em, mirrorId, [...ordinals]));
  }

  /** Credentials are never in a job: they are requested from the tasks service when they are needed. */
  private async remoteOf(repository: GitTarget['repository']) {
    const answer = await this.services.call(internalRepositoryRemote, asService('crawler', newId()), {
      params: { id: repository.id },
    });
    const remote = this.parse(answer.address);
    return answer.credentials === null ? remote : { ...remote, credentials: answer.credentials };
  }

  /** A setting that allowed the address when the task was saved may have changed since. */
  private parse(address: string) {
    try {
      return parseRemoteUrl(address, { allowFile: this.settings.GIT_ALLOW_FILE });
    } catch (error) {
      throw error instanceof InvalidGitRemote ? new GitRepositoryError(error.code, error.message) : error;
    }
  }
}

async function nextOf(readings: AsyncGenerator<BlobReading, void, undefined>): Promise<BlobReading> {
  const next = await readings.next();
  if (next.done === true) throw new Error('fewer blobs were read than requested');
  return next.value;
}
