import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setting, soleKey } from '@leakwatch/platform';
import { CannotStart } from './cannot-start.ts';

/** Keys and passwords of an installation on one machine, generated at the first start and stored. */
export interface KeptSecrets {
  /** As the settings of these names. */
  readonly signingKeys: string;
  readonly sealingKeys: string;
  readonly fingerprintKey: string;
  readonly databasePassword: string;
  readonly redisPassword: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

/**
 * The second factor of the first staff account, where a program set it up: the demonstration, and tests. A person who sets it up in the
 * console keeps it in an app instead, and no such file exists.
 */
export interface KeptFactor {
  /** The seed in base32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}
export const FACTOR_FILE = 'staff-second-factor.json';

/** Holds the databases' passwords, so only its owner may read it. */
const RUNNING = 'running.json';
const SECRETS = 'secrets.json';

export interface Running {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Where the console is served. */
  readonly url?: string;
  /** Version of the key with which every service seals. */
  readonly sealingKey?: number;
}

const random = () => randomBytes(24).toString('base64url');

export const newSecret = random;

/** Of an installation from before the keys were separated: the one secret that was for everything. */
interface OldSecrets extends Omit<KeptSecrets, 'signingKeys' | 'sealingKeys' | 'fingerprintKey'> {
  readonly secret: string;
}

function fromOld({ secret, ...rest }: OldSecrets): KeptSecrets {
  const keys = setting.spellKeys(soleKey(secret));
  return { signingKeys: keys, sealingKeys: keys, fingerprintKey: secret, ...rest };
}

/** A password that fits the console's rules and can be typed. */
export const newPassword = () => `${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}Aa1`;

/** A random e-mail for the first staff account, so that the account has no default e-mail. */
const newStaffEmail = () => `staff-${randomBytes(3).toString('hex')}@leakwatch.local`;

/** State and start time of a process; both empty on systems without /proc. */
function statOf(pid: number): { readonly state: string; readonly beganAt: string } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', beganAt: fields[19] ?? '' };
  } catch {
    return { state: '', beganAt: '' };
  }
}

/** A process as the lock names it, with its start time, because its number may belong to another process after a reboot. */
const spelled = (pid: number): string => `${pid} ${statOf(pid).beganAt}`.trim();

const isAlive = (pid: number): boolean => {
  // A zombie: its parent has not waited for it. In a container without an init it may stay for ever.
  if (statOf(pid).state === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
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
      // Of an earlier version it may be open to others.
      chmodSync(this.in('logs'), 0o700);
    } catch (error) {
      throw new CannotStart(`LEAKWATCH_HOME ${path} cannot be written (${String(error)}); choose another folder.`);
    }
  }

  in(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** The process that holds the folder, if one does. */
  holder(): number | undefined {
    const file = this.in('lock');
    if (!existsSync(file)) return undefined;
    const holder = readFileSync(file, 'utf8');
    const pid = Number(holder.split(' ')[0]);
    return pid > 0 && isAlive(pid) && holder === spelled(pid) ? pid : undefined;
  }

  /** Two installations must not share a folder at the same time. */
  lock(): void {
    const pid = this.holder();
    if (pid !== undefined && pid !== process.pid)
      throw new CannotStart(`Leakwatch already runs from ${this.path} (process ${pid}); stop it first or set another LEAKWATCH_HOME.`);
    writeFileSync(this.in('lock'), spelled(process.pid));
  }

  /** Releases the folder if this process holds it. */
  unlock(): void {
    rmSync(this.in('lock'), { force: true });
    rmSync(this.in(RUNNING), { force: true });
  }

  /** Writes the addresses of the databases for other programs of the same user, while the installation runs. */
  keepRunning(running: Running): void {
    writeFileSync(this.in(RUNNING), JSON.stringify(running), { mode: 0o600 });
  }

  /** The installation that runs from a folder now, if there is one. */
  static running(path: string): Running | undefined {
    const file = join(path, RUNNING);
    if (!existsSync(file)) return undefined;
    const running: Running = JSON.parse(readFileSync(file, 'utf8'));
    return running;
  }

  /** The secrets of an installation that was started before, if there is one. */
  static kept(path: string): KeptSecrets | undefined {
    const file = join(path, SECRETS);
    if (!existsSync(file)) return undefined;
    const kept: KeptSecrets | OldSecrets = JSON.parse(readFileSync(file, 'utf8'));
    return 'secret' in kept ? fromOld(kept) : kept;
  }

  /** Replaces the file as a whole, so that a reader finds the old or the new secrets. */
  keepSecrets(secrets: KeptSecrets): void {
    const file = this.in(SECRETS);
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** The second factor that a program set up for the first staff account of the installation in a folder, if one did. */
  static factor(path: string): KeptFactor | undefined {
    const file = join(path, FACTOR_FILE);
    if (!existsSync(file)) return undefined;
    const kept: KeptFactor = JSON.parse(readFileSync(file, 'utf8'));
    return kept;
  }

  static keepFactor(path: string, factor: KeptFactor): void {
    writeFileSync(join(path, FACTOR_FILE), `${JSON.stringify(factor, null, 2)}\n`, { mode: 0o600 });
  }

  secrets(given: { adminEmail: string | undefined; adminPassword: string | undefined }): KeptSecrets {
    const kept = Home.kept(this.path);
    if (kept !== undefined) return kept;
    const made: KeptSecrets = {
      signingKeys: setting.spellKeys(soleKey(random())),
      sealingKeys: setting.spellKeys(soleKey(random())),
      fingerprintKey: random(),
      databasePassword: random(),
      redisPassword: random(),
      adminEmail: given.adminEmail ?? newStaffEmail(),
      adminPassword: given.adminPassword ?? newPassword(),
    };
    this.keepSecrets(made);
    return made;
  }
}
