import { Inject, Injectable } from '@nestjs/common';
import type { Finding, TaskChange } from '@leakwatch/contracts';
import { type Bus, BUS, Database, LOGGER, type Logger } from '@leakwatch/platform';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { GitRepositoryError } from '../../repositories/git/git-repository-error.ts';
import type { Source, SourceLaunch } from '../source.port.ts';
import { AheadScreen } from './ahead-screen.ts';
import { RepositoryReader } from './repository-reader.ts';
import { scanRepository } from './scan-repository.ts';

/** The container of a finding: the repository, identified by its address without credentials. */
function containerOf(repository: TaskChange['repositories'][number]): Finding['container'] {
  const parts = pathOf(repository.address)
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '');
  return {
    key: repository.address,
    title: repository.title,
    url: repository.url,
    owner: parts.length > 1 ? parts.slice(0, -1).join('/') : '',
  };
}

const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address.slice(address.indexOf(':') + 1));

/** Share of fetching and listing in a repository's progress, in percent; the rest is matching. */
const PREPARE_SHARE = 40;

type Target = TaskChange['repositories'][number];

/** Monitored repositories: mirrors, lists and matches every repository of the task. */
@Injectable()
export class GitRepoSource implements Source {
  readonly kind = 'git_repo';

  constructor(
    private readonly database: Database,
    private readonly reader: RepositoryReader,
    private readonly keep: KeepContents,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  targets(task: TaskChange): readonly string[] {
    return task.repositories.map(({ id }) => id);
  }

  async crawl(launch: SourceLaunch): Promise<readonly string[]> {
    const { job, task, progress, signal } = launch;
    const failures: string[] = [];
    for (const target of task.repositories) {
      try {
        await this.crawlRepository(launch, target);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof GitRepositoryError)) throw error;
        this.logger.warn({ launch: job.launch_id, task: job.task_id, code: error.code, reason: error.message }, 'repository error');
        progress.update(target.id, { status: 'repository_error', error_code: error.code, percent: 100 });
        failures.push(error.code);
      }
    }
    return failures;
  }

  private async crawlRepository(launch: SourceLaunch, target: Target): Promise<void> {
    const ahead = new AheadScreen(launch.watch.set, launch.signal);
    try {
      await this.scan(launch, target, ahead);
    } finally {
      ahead.end();
    }
  }

  private async scan({ job, watch, progress, signal }: SourceLaunch, target: Target, ahead: AheadScreen): Promise<void> {
    const stream = await this.reader.prepare(
      { taskId: job.task_id, organisationId: job.organisation_id, repository: target },
      {
        signal,
        onFetched: (packs) => ahead.begin(packs),
        report: (status, percent) => progress.update(target.id, { status, percent: (percent * PREPARE_SHARE) / 100, error_code: null }),
      },
    );
    progress.update(target.id, { status: 'processing_commits' });
    const counts = await scanRepository({
      database: this.database,
      bus: this.bus,
      keep: this.keep,
      reader: this.reader,
      stream,
      watch,
      ahead: ahead.blobs,
      signal,
      base: {
        organisation_id: job.organisation_id,
        task_id: job.task_id,
        launch_id: job.launch_id,
        source_type: this.kind,
        container: containerOf(target),
      },
      onCounted: ({ total, scanned, unread, unchecked }) => {
        const share = total === 0 ? 1 : scanned / total;
        progress.update(target.id, {
          blobs_total: total,
          blobs_scanned: scanned,
          blobs_unread: unread,
          blobs_unchecked: unchecked,
          percent: PREPARE_SHARE + (100 - PREPARE_SHARE) * Math.min(1, share),
        });
      },
    });
    progress.update(target.id, {
      status: stream.damage === undefined ? 'ready_to_search' : 'repository_error',
      error_code: stream.damage?.code ?? null,
      last_indexed: new Date().toISOString(),
      blobs_total: counts.total,
      blobs_scanned: Math.max(0, counts.scanned - counts.unread),
      blobs_unread: counts.unread,
      blobs_unchecked: counts.unchecked,
      percent: 100,
    });
  }
}
