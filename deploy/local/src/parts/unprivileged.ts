import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** PostgreSQL refuses to run as root; when the launcher is root, PostgreSQL runs under the first of these accounts that exists. */
const ACCOUNTS = ['postgres', 'nobody'];
/** The folder of binaries and data when the checkout is below a folder that only root may enter. */
const SHARED_PLACE = '/var/lib/leakwatch';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** The account under which PostgreSQL must run; undefined: that of this process. */
export function runAs(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ACCOUNTS) {
    const entry = entries.find((fields) => fields[0] === name);
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new CannotStart(
    'PostgreSQL cannot run as root and there is no account postgres or nobody: run as an ordinary user or set DATABASE_URL.',
  );
}

/** Whether an account that owns none of the folders above `path` may enter all of them. */
export function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

/** `path`, or a folder of the same name that `as` can enter, when it cannot enter `path`. */
export function reachable(path: string, as: RunAs | undefined): string {
  if (as === undefined || othersMayEnter(dirname(path))) return path;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 12);
  const place = join(SHARED_PLACE, name);
  mkdirSync(place, { recursive: true, mode: 0o755 });
  return join(place, 'postgres');
}

/** The binaries in a folder where `as` can run them; copied once when they are below a closed folder. */
export function reachableBinaries(native: string, as: RunAs | undefined): string {
  if (as === undefined || othersMayEnter(native)) return native;
  const version = createHash('sha256')
    .update(native)
    .update(String(statSync(native).mtimeMs))
    .digest('hex')
    .slice(0, 12);
  const place = join(SHARED_PLACE, `postgres-${version}`);
  if (!existsSync(join(place, 'bin', 'postgres'))) {
    mkdirSync(SHARED_PLACE, { recursive: true, mode: 0o755 });
    cpSync(native, place, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', place]);
  }
  return place;
}

export function giveTo(path: string, as: RunAs | undefined): void {
  if (as !== undefined) chownSync(path, as.uid, as.gid);
}
