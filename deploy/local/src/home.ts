import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';

/** Keys and passwords of an installation on one machine, made at the first start and kept. */
export interface KeptSecrets {
  readonly secret: string;
  readonly databasePassword: string;
  readonly redisPassword: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

/** Holds the databases' passwords: readable by its owner alone. */
const RUNNING = 'running.json';

export interface Running {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Where the console is served. */
  readonly url?: string;
}

const random = () => randomBytes(24).toString('base64url');

/** A password that fits the console's rules and can be typed. */
export const newPassword = () => `${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}Aa1`;

/** Of no account that one would try first. */
const newStaffEmail = () => `staff-${randomBytes(3).toString('hex')}@leakwatch.local`;

/** State and start time of a process where the system tells, both empty elsewhere. */
function statOf(pid: number): { readonly state: string; readonly beganAt: string } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', beganAt: fields[19] ?? '' };
  } catch {
    return { state: '', beganAt: '' };
  }
}

/** A process as the lock names it: a number alone may belong to another after a reboot. */
const spelled = (pid: number): string => `${pid} ${statOf(pid).beganAt}`.trim();

const isAlive = (pid: number): boolean => {
  // Killed, and nobody has asked how it ended: in a container without an init it may stay so for good.
  if (statOf(pid).state === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** The folder in which everything of an installation lives. */
export class Home {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    try {
      mkdirSync(path, { recursive: true, mode: 0o755 });
      mkdirSync(this.in('logs'), { recursive: true });
    } catch (error) {
      throw new CannotStart(`LEAKWATCH_HOME ${path} cannot be written (${String(error)}); choose another folder.`);
    }
  }

  in(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** Two installations must not share a folder at the same time. */
  lock(): void {
    const file = this.in('lock');
    if (existsSync(file)) {
      const holder = readFileSync(file, 'utf8');
      const pid = Number(holder.split(' ')[0]);
      if (pid > 0 && pid !== process.pid && isAlive(pid) && holder === spelled(pid))
        throw new CannotStart(`Leakwatch already runs from ${this.path} (process ${pid}); stop it first or set another LEAKWATCH_HOME.`);
    }
    writeFileSync(file, spelled(process.pid));
  }

  /** Frees the folder, if it is ours. */
  unlock(): void {
    rmSync(this.in('lock'), { force: true });
    rmSync(this.in(RUNNING), { force: true });
  }

  /** Tells other programs of the same person where the databases are while it runs. */
  keepRunning(running: Running): void {
    writeFileSync(this.in(RUNNING), JSON.stringify(running), { mode: 0o600 });
  }

  /** What runs from a folder now, if anything does. */
  static running(path: string): Running | undefined {
    const file = join(path, RUNNING);
    if (!existsSync(file)) return undefined;
    const running: Running = JSON.parse(readFileSync(file, 'utf8'));
    return running;
  }

  /** The secrets of an installation that was started before, if it is there. */
  static kept(path: string): KeptSecrets | undefined {
    const file = join(path, 'secrets.json');
    if (!existsSync(file)) return undefined;
    const kept: KeptSecrets = JSON.parse(readFileSync(file, 'utf8'));
    return kept;
  }

  secrets(given: { adminEmail: string | undefined; adminPassword: string | undefined }): KeptSecrets {
    const file = this.in('secrets.json');
    const kept = Home.kept(this.path);
    if (kept !== undefined) return kept;
    const made: KeptSecrets = {
      secret: random(),
      databasePassword: random(),
      redisPassword: random(),
      adminEmail: given.adminEmail ?? newStaffEmail(),
      adminPassword: given.adminPassword ?? newPassword(),
    };
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
    return made;
  }
}
