import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { rows, sql, Unavailable } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { openLaunch } from '../launches/launch.store.ts';
import { GitRepositoryError } from '../repositories/git/git-repository-error.ts';
import type { GitRepoSource, RepositoryReading } from '../sources/git-repo/git-repo.source.ts';
import type { ReadingState } from '../sources/git-repo/reading-state.ts';
import { Superseded } from '../superseded.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { gitJob, gitTask } from '../testing/git-task.fixture.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';
import { Places } from './places.ts';
import { READING_TRIES, ReadMirror } from './read-mirror.ts';
import { type LeasedReading, leaseReading } from './reading.store.ts';
import { wantReadings } from './wanted-readings.store.ts';

let stage: CrawlerStage;
let keep: KeepTask;
let task: TaskChange;
beforeAll(async () => {
  stage = await CrawlerStage.open();
  keep = new KeepTask(stage.database, [], stage.foundation.bus);
});
afterAll(async () => {
  expect(await stage.close()).toBe(0);
});
beforeEach(async () => {
  await stage.rows(sql`delete from crawler.mirror_use`);
  task = gitTask();
  await keep.run(task);
  const job = gitJob(task);
  await stage.inScope(async (em) => {
    await openLaunch(em, job, true);
    await wantReadings(em, job.launch_id, task);
  });
});

type Step = (reading: RepositoryReading) => Promise<Partial<ReadingState>>;

/** A repository of which each reading has news, and goes as the test says. */
class ScriptedRepository implements Pick<GitRepoSource, 'look' | 'hasMetAll' | 'read'> {
  runs = 0;
  looks = 0;
  isUnchanged = false;

  constructor(private readonly step: Step) {}

  async look(): ReturnType<GitRepoSource['look']> {
    this.looks += 1;
    return this.isUnchanged ? { mirrorId: '', directory: '', damage: undefined } : undefined;
  }

  async hasMetAll(): Promise<boolean> {
    return true;
  }

  async read(reading: RepositoryReading): Promise<Partial<ReadingState>> {
    this.runs += 1;
    return this.step(reading);
  }
}

const succeeds: Step = async () => ({ status: 'ready_to_search', blobs_total: 7 });
const breaks: Step = async () => {
  throw new Error('no error of a repository');
};

/** The next lease of the reading, also where it is not due yet. */
async function lease(): Promise<LeasedReading> {
  await stage.inScope((em) =>
    rows(em, sql`update crawler.mirror_use set next_at = now(), leased_until = leased_until - interval '10 minutes'`),
  );
  const leased = await stage.inScope((em) => leaseReading(em, { place: true, without: [] }));
  if (leased === undefined) throw new Error('no reading is due');
  return leased;
}
const run = async (repository: ScriptedRepository, { stopping = new AbortController().signal, places = new Places(1) } = {}) =>
  new ReadMirror(stage.database, repository, stage.foundation.logger).run(await lease(), places.seat(), stopping);

async function kept() {
  const [use] = await stage.rows(
    sql<{
      status: string;
      error_code: string | null;
      failed: boolean;
      tries: number;
      wanted: boolean;
      blobs_total: number;
      needs_place: boolean;
    }>`
      select status, error_code, failed, tries, wanted_at is not null as wanted, blobs_total, needs_place from crawler.mirror_use`,
  );
  return use;
}
const GIVEN_UP = { status: 'repository_error', error_code: 'attempts_exhausted', failed: true, wanted: false, tries: 0 };

describe('a reading that fails every time', () => {
  it('is tried again, and ends as failed after its last try', async () => {
    const repository = new ScriptedRepository(breaks);
    for (let tries = 1; tries < READING_TRIES; tries += 1) {
      await expect(run(repository)).rejects.toThrow('no error of a repository');
      expect(await kept()).toMatchObject({ tries, wanted: true, failed: false });
    }
    await run(repository);
    expect(await kept()).toMatchObject(GIVEN_UP);
    expect(repository.runs).toBe(READING_TRIES);
  });

  it('because its worker dies every time, ends as failed without being tried again', async () => {
    for (let tries = 1; tries <= READING_TRIES; tries += 1) await lease();
    const repository = new ScriptedRepository(succeeds);
    await run(repository);
    expect(repository.runs).toBe(0);
    expect(await kept()).toMatchObject(GIVEN_UP);
  });

  it('because the disk takes nothing, says so at once', async () => {
    const repository = new ScriptedRepository(async () => {
      await writeFile('/dev/full', 'a mirror');
      return {};
    });
    await run(repository);
    expect(await kept()).toMatchObject({ status: 'repository_error', error_code: 'mirror_failed', failed: true, tries: 0 });
    expect(repository.runs).toBe(1);
  });

  it('keeps what it had counted', async () => {
    const repository = new ScriptedRepository(async ({ progress }) => {
      progress({ blobs_total: 5 });
      throw new GitRepositoryError('time_over_bound', 'too long');
    });
    await run(repository);
    expect(await kept()).toMatchObject({ status: 'repository_error', error_code: 'time_over_bound', failed: true, blobs_total: 5 });
  });
});

describe('a try does not count', () => {
  it.each([
    { name: 'when a dependency is away', error: new Unavailable() },
    { name: 'when another worker continues it', error: new Superseded() },
  ])('$name', async ({ error }) => {
    const repository = new ScriptedRepository(async () => {
      throw error;
    });
    for (let tries = 0; tries < 2 * READING_TRIES; tries += 1) await expect(run(repository)).rejects.toThrow(error);
    expect(await kept()).toMatchObject({ tries: 0, wanted: true, failed: false });
    await run(new ScriptedRepository(succeeds));
    expect(await kept()).toMatchObject({ status: 'ready_to_search', wanted: false, blobs_total: 7 });
  });

  it('when its worker is stopped', async () => {
    for (let tries = 0; tries < 2 * READING_TRIES; tries += 1) {
      const stopping = new AbortController();
      const repository = new ScriptedRepository(async ({ signal }) => {
        stopping.abort(new Error('the worker stops'));
        signal.throwIfAborted();
        return {};
      });
      await expect(run(repository, { stopping: stopping.signal })).rejects.toThrow('the worker stops');
    }
    expect(await kept()).toMatchObject({ tries: 0, wanted: true });
  });
});

it('a reading that succeeds after failed tries is whole', async () => {
  await expect(run(new ScriptedRepository(breaks))).rejects.toThrow('no error of a repository');
  await run(new ScriptedRepository(succeeds));
  expect(await kept()).toMatchObject({ status: 'ready_to_search', failed: false, wanted: false, tries: 0 });
});

it('a reading whose task is stopped ends within seconds, and is wanted no more', async () => {
  const repository = new ScriptedRepository(({ signal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const reading = run(repository);
  await waitUntil('the reading to begin', async () => repository.runs > 0);
  await keep.run({ ...task, version: 2, running: false });
  await reading;
  expect(await kept()).toMatchObject({ wanted: false, tries: 0, failed: false });
});

it('a repository that the task names under another id is given back, and not leased again at once', async () => {
  await stage.inScope((em) => rows(em, sql`update crawler.mirror_use set repository_id = gen_random_uuid()`));
  const repository = new ScriptedRepository(succeeds);
  await run(repository);
  expect([repository.runs, await kept()]).toMatchObject([0, { wanted: false, failed: false, tries: 0 }]);
});

it('a repository that has news waits for a place without holding up others, and is not asked again', async () => {
  const places = new Places(1);
  places.seat().take();
  const repository = new ScriptedRepository(succeeds);
  await run(repository, { places });
  expect(await kept()).toMatchObject({ wanted: true, needs_place: true, tries: 0 });
  expect(repository.runs).toBe(0);
  expect(await stage.inScope((em) => leaseReading(em, { place: false, without: [] }))).toBeUndefined();
  await run(repository);
  expect([repository.looks, repository.runs]).toEqual([1, 1]);
  expect(await kept()).toMatchObject({ wanted: false, needs_place: false, status: 'ready_to_search' });
});

it('a repository that has no news needs no place', async () => {
  const places = new Places(1);
  places.seat().take();
  const repository = new ScriptedRepository(succeeds);
  repository.isUnchanged = true;
  await run(repository, { places });
  expect(await kept()).toMatchObject({ wanted: false, status: 'ready_to_search' });
});

it('progress is written while the reading runs', async () => {
  let goOn = (): void => undefined;
  const going = new Promise<void>((resolve) => (goOn = resolve));
  const reading = run(
    new ScriptedRepository(async ({ progress }) => {
      progress({ status: 'updating_local', percent: 20 });
      await going;
      return { status: 'ready_to_search' };
    }),
  );
  await waitUntil('the progress', async () => (await kept())?.status === 'updating_local');
  goOn();
  await reading;
  expect((await kept())?.status).toBe('ready_to_search');
});
