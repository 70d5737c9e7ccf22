import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** A program, and the environment in which it finds its libraries. */
export interface Program {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

const run = (command: string, args: readonly string[], cwd?: string) =>
  spawnSync(command, args, {
    encoding: 'utf8',
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

/** apt's lists and cache in a folder of the installation, so that an ordinary user may update and download. */
function ownApt(folder: string): string[] {
  for (const part of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, part), { recursive: true });
  return ['-o', `Dir::State::Lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${join(folder, 'cache')}`, '-o', 'Debug::NoLocking=1'];
}

function unpackInto(folder: string, debianPackage: string): void {
  const apt = ownApt(join(folder, 'apt'));
  run('apt-get', [...apt, 'update', '-qq']);
  const plan = run('apt-get', [...apt, 'install', '--print-uris', '-qq', '-y', '--no-install-recommends', debianPackage]);
  const names = [...plan.stdout.matchAll(/^'[^']+'\s+([^_\s]+)_/gm)].map((match) => match[1] ?? '');
  const debs = join(folder, 'debs');
  mkdirSync(debs, { recursive: true });
  if (names.length > 0) run('apt-get', [...apt, 'download', ...names], debs);
  for (const deb of readdirSync(debs)) run('dpkg', ['-x', join(debs, deb), join(folder, 'root')]);
}

function unpacked(folder: string, places: readonly string[]): Program | undefined {
  const root = join(folder, 'root');
  const path = places.map((place) => join(root, place)).find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const libraries = [join(root, 'usr/lib', triplet), join(root, 'lib', triplet)].join(':');
  return { path, env: { LD_LIBRARY_PATH: libraries } };
}

export interface Wanted {
  /** Names on the PATH, best first. */
  readonly names: readonly string[];
  readonly debianPackage: string;
  /** Where the package puts the program. */
  readonly places: readonly string[];
  /** What to do when it cannot be installed: the end of the sentence. */
  readonly otherwise: string;
}

/** A program from the PATH, else from Debian's packages: installed as root, unpacked into the home folder otherwise. */
export function provide(wanted: Wanted, folder: string): Program {
  const found = () => wanted.names.map(onPath).find((path) => path !== undefined);
  const there = found();
  if (there !== undefined) return { path: there, env: {} };
  const kept = unpacked(folder, wanted.places);
  if (kept !== undefined) return kept;
  if (onPath('apt-get') !== undefined) {
    if (process.getuid?.() === 0) {
      run('apt-get', ['update', '-qq']);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', wanted.debianPackage]);
      const installed = found();
      if (installed !== undefined) return { path: installed, env: {} };
    }
    unpackInto(folder, wanted.debianPackage);
    const fresh = unpacked(folder, wanted.places);
    if (fresh !== undefined) return fresh;
  }
  throw new CannotStart(
    `${wanted.names[0]} is missing and could not be had from Debian's packages: install it (Debian: apt-get install ${wanted.debianPackage}) ${wanted.otherwise}`,
  );
}
