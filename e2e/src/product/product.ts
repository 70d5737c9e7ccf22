import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConsoleClient,
  createTask,
  freeRange,
  Installation,
  makeOrganisation,
  nextKeptCode,
  ONE_EACH,
  openStaffClient,
  OUR_PORTS,
  type PortRange,
  type Ready,
  type Scale,
  installationSettings,
} from '@leakwatch/local';
import { loadSettings } from '@leakwatch/platform';
import { createSampleRepository, type GitHttpServer, type SampleRepository, startGitHttpServer } from '@leakwatch/simulators';
import { PREPARED_HOME } from '@leakwatch/testing';
import { keepStaffCodes } from './api.ts';

export const PASSWORD = 'Podorozhnik-77';

/** The whole product as `npm start` runs it, in a home of its own, with an organisation and a sample repository. */
export interface Product {
  readonly ready: Ready;
  readonly sample: SampleRepository;
  readonly git: GitHttpServer;
  readonly email: string;
  /** A signed-in client of the organisation's user. */
  readonly user: ConsoleClient;
  /** Makes and starts a task on a repository below the git server. Returns its id. */
  startTask(path: string, title: string): Promise<string>;
  stop(): Promise<void>;
}

/** Two products that start at the same moment must not choose the same port: each of Jest's workers has its own. */
function portsOfWorker(): PortRange {
  const first = OUR_PORTS.first + (Number(process.env['JEST_WORKER_ID'] ?? 1) % 12) * 1000;
  return { first, last: first + 999 };
}

/** The compiled code of the services, for every product of a run. */
const COMPILE_CACHE = join(tmpdir(), 'leakwatch-compiled');

/** A home of its own, with a migrated database where the set-up prepared one. */
function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'leakwatch-e2e-'));
  // PostgreSQL does not run as root, so its account must be able to enter the folder.
  chmodSync(home, 0o755);
  const prepared = process.env[PREPARED_HOME];
  // Files keep their owners.
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, home]);
  return home;
}

/** An installation without anything in it, as it is after the first `npm start`. */
interface Started {
  readonly ready: Ready;
  readonly home: string;
  readonly installation: Installation;
  readonly stop: () => Promise<void>;
}

/** `scale` names services of which more than one process runs; `env` is for every process. */
export async function startEmpty(scale: Partial<Scale> = {}, env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const home = makeHome();
  const ports = portsOfWorker();
  const port = await freeRange(scale.gateway ?? 1, ports);
  const installation = new Installation(
    loadSettings(installationSettings, { LEAKWATCH_HOME: home, LEAKWATCH_PORT: String(port) }),
    () => undefined,
    { ...ONE_EACH, ...scale },
    ports,
  );
  const stop = async () => {
    await installation.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const ready = await installation.start({
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      GIT_ALLOW_PRIVATE_ADDRESSES: 'true',
      LOG_LEVEL: 'info',
      ...env,
    });
    return { ready, home, installation, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As `startEmpty`, with an organisation. */
export async function startProduct(scale: Partial<Scale> = {}, env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const { ready, home, installation, stop } = await startEmpty(scale, env);
  try {
    const sample = await createSampleRepository(join(home, 'sample', 'romashka.git'));
    cpSync(sample.directory, join(home, 'sample', 'second.git'), { recursive: true });
    const git = await startGitHttpServer({ root: join(home, 'sample') });
    installation.beforeStop(() => git.close());
    const email = await makeOrganisation(await openStaff(ready), sample, PASSWORD);
    const user = new ConsoleClient(ready.url);
    await user.signIn(email, PASSWORD);
    const startTask = async (path: string, title: string) => {
      const id = await createTask(user, sample, git.url(path), title);
      await user.post(`/api/tasks/${id}/start/`);
      return id;
    };
    return { ready, sample, git, email, user, startTask, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Signs in as the first staff account and sets its second factor up, so that `signIn` signs it in completely from now on. */
export async function openStaff(ready: Ready): Promise<ConsoleClient> {
  const client = await openStaffClient(ready);
  keepStaffCodes(ready.adminEmail, () => nextKeptCode(ready.home.path));
  return client;
}
