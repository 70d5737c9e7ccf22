import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** PostgreSQL refuses to run as root; as root it runs under one of these accounts, the first that the machine has. */
const ACCOUNTS = ['postgres', 'nobody'];
/** Where binaries and data go when the checkout lies below a folder that only root may enter. */
const SHARED_PLACE = '/var/lib/leakwatch';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Under whom PostgreSQL is to run: undefined = as this process. */
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

/** Whether an account that owns nothing on the way may enter every folder above `path`. */
export function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

/** `path`, or, where `as` could not get there, a place of the same name that it can. */
export function reachable(path: string, as: RunAs | undefined): string {
  if (as === undefined || othersMayEnter(dirname(path))) return path;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 12);
  const place = join(SHARED_PLACE, name);
  mkdirSync(place, { recursive: true, mode: 0o755 });
  return join(place, 'postgres');
}

/** The binaries where `as` can run them; copied once when they lie below a closed folder. */
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
