import { createServer, type Server } from 'node:http';
import type { TaskChange } from '@leakwatch/contracts';
import { CallerSigner, ServiceClients } from '@leakwatch/platform';
import { type GitStage, openGitStage } from '@leakwatch/simulators';
import { Extractor } from '../extraction/extractor.ts';
import { useGitAccount } from '../repositories/mirrors/git-account.fixture.ts';
import type { GitStream, RepositoryReader } from '../sources/git-repo/repository-reader.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';
import { CrawlerStage } from './crawler-stage.fixture.ts';

interface RepositoryCredentials {
  readonly username: string;
  readonly password: string;
}

interface TasksService {
  readonly server: Server;
  readonly credentials: Map<string, RepositoryCredentials>;
}

/** Makes the reader of a stage: a test may extend it. */
type MakeReader<R> = (...needs: ConstructorParameters<typeof RepositoryReader>) => R;

/** The crawler with a git server whose one repository is behind every address, and a server in place of the tasks service. */
export class GitCrawler<R extends RepositoryReader> {
  readonly git: GitStage;
  readonly stage: CrawlerStage;
  readonly clients: ServiceClients;
  readonly reader: R;
  readonly keepTask: KeepTask;
  /** By repository, what the server in place of the tasks service answers; none where nothing is said. */
  readonly credentials: Map<string, RepositoryCredentials>;
  private readonly tasksService: Server;
  private readonly extractor = new Extractor();

  private constructor(git: GitStage, stage: CrawlerStage, tasks: TasksService, makeReader: MakeReader<R>) {
    const { database, settings, bus } = stage.foundation;
    this.git = git;
    this.stage = stage;
    this.tasksService = tasks.server;
    this.credentials = tasks.credentials;
    this.clients = new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS));
    this.reader = makeReader(database, settings, this.clients, this.extractor, bus);
    this.keepTask = new KeepTask(database, [], bus);
  }

  static async open<R extends RepositoryReader>(
    files: Readonly<Record<string, string>>,
    makeReader: MakeReader<R>,
  ): Promise<GitCrawler<R>> {
    const git = await openGitStage();
    git.scratch.commit(files);
    const credentials = new Map<string, RepositoryCredentials>();
    const tasksService = createServer((request, answer) => {
      const own = [...credentials].find(([repository]) => request.url?.includes(repository));
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ address: git.server.url('repo.git'), credentials: own?.[1] ?? null }));
    });
    await new Promise<void>((ready) => tasksService.listen(0, '127.0.0.1', ready));
    const address = tasksService.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const settings = { TASKS_URL: `http://127.0.0.1:${address.port}`, GIT_ALLOW_PRIVATE_ADDRESSES: 'true' };
    const stage = await CrawlerStage.open(settings);
    await useGitAccount(stage.foundation.settings.LEAKWATCH_HOME);
    return new GitCrawler(git, stage, { server: tasksService, credentials }, makeReader);
  }

  async close(): Promise<void> {
    await this.extractor.onModuleDestroy();
    await this.stage.close();
    await this.git.close();
    await new Promise((closed) => this.tasksService.close(closed));
  }

  /** Keeps a task, as its message does. */
  async watch(task: TaskChange): Promise<TaskChange> {
    await this.keepTask.run(task);
    return task;
  }

  /** Brings the mirror of the task's first repository up to date, as its launch does. */
  prepare(task: TaskChange): Promise<GitStream> {
    const [repository] = task.repositories;
    if (repository === undefined) throw new Error('no repository');
    const target = { taskId: task.task_id, organisationId: task.organisation_id, repository };
    return this.reader.prepare(target, { signal: new AbortController().signal, report: () => undefined });
  }
}
