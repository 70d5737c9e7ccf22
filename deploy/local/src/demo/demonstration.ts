import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createSampleRepository,
  type SampleRepository,
  type SearchedSources,
  startGitHttpServer,
  startSearchedSources,
} from '@leakwatch/simulators';
import { z } from 'zod';
import { newPassword } from '../home.ts';
import { freePorts, isFree } from '../ports.ts';
import type { Ready } from '../run/installation.ts';
import { ConsoleClient } from './console-client.ts';
import { addSearchAccounts, createSearchTask, signInTelegram } from './searched-sources.ts';
import { openStaffClient } from './staff-client.ts';

const EMAIL = 'user@romashka.example';
/** GitHub with gists, GitLab, Pastebin, two proxies, Google, and a third proxy. */
const SIMULATORS = 7;

export interface Demonstration {
  readonly email: string;
  readonly password: string;
  readonly planted: number;
  /** How many of them a filter keyword filters out. */
  readonly filtered: number;
  /** Leaks in the simulated GitHub, gists, GitLab, Pastebin, Google documents and Telegram. */
  readonly searched: number;
  stop(): Promise<void>;
}

interface Kept {
  /** The task stores the repository's address, so the address must be the same at the next start. */
  readonly gitPort: number;
  readonly password: string;
  readonly done: boolean;
  /** Objects that were created so far, by the name of their step: an interrupted demonstration continues where it stopped. */
  readonly made: Readonly<Record<string, string>>;
}

/** Creates an object under a name, or returns the one that was created under it before. */
type Once = (step: string, make: () => Promise<string>) => Promise<string>;
const always: Once = (_step, make) => make();

/** The simulated sources of the demonstration, on the same ports at each start: addresses of documents contain them. */
export async function startDemonstrationSources(home: Ready['home']): Promise<SearchedSources> {
  const file = home.in('demonstration-ports.json');
  const before = existsSync(file) ? z.array(z.number()).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  // A home of an earlier version has fewer of them.
  const ports = [...before, ...(await freePorts(SIMULATORS - before.length))];
  const taken: number[] = [];
  for (const port of ports) if (!(await isFree(port, '127.0.0.1'))) taken.push(port);
  if (taken.length > 0)
    throw new Error(`ports ${taken.join(', ')} of the simulated sources are taken now: free them or set another LEAKWATCH_HOME`);
  writeFileSync(file, JSON.stringify(ports), { mode: 0o600 });
  const [github = 0, gitlab = 0, pastebin = 0, first = 0, second = 0, google = 0, third = 0] = ports;
  return startSearchedSources({ github, gitlab, pastebin, google, proxies: [first, second, third] });
}

/** A demonstration organisation with its account, tariff, keyword set, a git monitoring task and a task on the simulated sources. */
export async function startDemonstration(ready: Ready, sources: SearchedSources): Promise<Demonstration> {
  const file = ready.home.in('demonstration.json');
  const kept = await keptOf(file);
  const folder = ready.home.in('sample');
  mkdirSync(folder, { recursive: true });
  const sample = await createSampleRepository(ready.home.in('sample', 'romashka.git'));
  const server = await startGitHttpServer({ root: folder, port: kept.gitPort });
  const staff = await openStaffClient(ready);
  await signInTelegram(staff, sources);
  if (!kept.done) {
    const made = { ...kept.made };
    const keep = (done: boolean) => writeFileSync(file, JSON.stringify({ ...kept, made, done }), { mode: 0o600 });
    const once: Once = async (step, make) => {
      made[step] ??= await make();
      keep(false);
      return made[step];
    };
    await fill({ ready, staff, sample, sources, remote: server.url('/romashka.git') }, kept.password, once);
    keep(true);
  }
  const { planted, filterKeywords } = sample;
  const filtered = planted.filter(({ lines }) => lines.some((line) => filterKeywords.some((keyword) => line.includes(keyword))));
  return {
    email: EMAIL,
    password: kept.password,
    planted: planted.length,
    filtered: filtered.length,
    searched: sources.leaks.length,
    stop: () => server.close(),
  };
}

async function keptOf(file: string): Promise<Kept> {
  if (existsSync(file)) {
    const kept: Kept = JSON.parse(readFileSync(file, 'utf8'));
    if (await isFree(kept.gitPort, '127.0.0.1')) return kept;
    throw new Error(`port ${kept.gitPort}, on which the sample repository was served, is taken now: free it or set another LEAKWATCH_HOME`);
  }
  const [gitPort = 0] = await freePorts(1);
  const kept: Kept = { gitPort, password: newPassword(), done: false, made: {} };
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  return kept;
}

/** Uses the public API: staff create the organisation, its user creates and starts the task. */
async function fill({ ready, staff, sample, sources, remote }: Filled, password: string, once: Once): Promise<void> {
  await makeOrganisation(staff, sample, password, once);
  const user = new ConsoleClient(ready.url);
  await user.signIn(EMAIL, password);
  const task = await once('task', () => createTask(user, sample, remote));
  await user.post(`/api/tasks/${task}/start/`);
  await addSearchAccounts(staff, sources);
  const search = await once('search', () => createSearchTask(user, sources, EMAIL));
  await user.post(`/api/tasks/${search}/start/`);
}

interface Filled {
  readonly ready: Ready;
  readonly staff: ConsoleClient;
  readonly sample: SampleRepository;
  readonly sources: SearchedSources;
  readonly remote: string;
}

/** The demonstration's organisation with its tariff, account and keyword set. Returns the account's e-mail. */
export async function makeOrganisation(staff: ConsoleClient, sample: SampleRepository, password: string, once = always): Promise<string> {
  const tariff = await once('tariff', () =>
    staff.create('/api/control/tariffs/all_inclusive/', {
      name: 'Demonstration',
      task_limit: 10,
      pattern_limit: 1000,
      patterns_per_task_limit: 500,
      time_limit_total_months: 12,
    }),
  );
  const company = await once('organisation', () =>
    staff.create('/api/control/organisations/', {
      name: 'Ромашка',
      description: 'Demonstration organisation',
      tariff_type: 'all_inclusive',
      tariff,
    }),
  );
  await once('account', () =>
    staff.create('/api/control/accounts/', { email: EMAIL, username: 'romashka', default_password: password, company }),
  );
  await once('keywords', () => staff.create('/api/keywords/', { name: 'Credentials', keywords: sample.patterns.public_domains.keywords }));
  return EMAIL;
}

/** Creates a git monitoring task with all patterns of the sample repository. Returns its id. */
export async function createTask(
  user: ConsoleClient,
  sample: SampleRepository,
  remote: string,
  title = 'Репозиторий Ромашки',
  recipients: readonly string[] = [EMAIL],
): Promise<string> {
  const groups = await user.get('/api/keywords/full/');
  const keywords = Array.isArray(groups) ? groups.flatMap((group: { keywords: { id: string }[] }) => group.keywords) : [];
  const { patterns } = sample;
  const body = {
    title,
    recipients,
    patterns: {
      ...patterns,
      public_domains: { patterns: patterns.public_domains.patterns, keywords: keywords.map((keyword) => keyword.id) },
    },
    filter_keywords: sample.filterKeywords,
    git_monitoring: true,
    git_repository_observer: { account_name: 'romashka', source_type: 'custom', is_organisation: true },
    git_repositories: [
      {
        repo_title: 'romashka/shop',
        repo_url: remote,
        repo_default_branch: sample.defaultBranch,
        git_remote_url: remote,
        repo_remote_source: 'custom',
      },
    ],
  };
  return user.createTask(body);
}
