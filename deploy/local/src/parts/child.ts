import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { LogFile } from './log-file.ts';

const KILL_AFTER_MS = 15_000;
const KEPT_CHARS = 4_000;

/** A program that runs in the background with its output in a log file, in a process group of its own. */
export class Child {
  readonly name: string;
  readonly process: ChildProcess;
  private readonly log: LogFile;
  private tail = '';
  private exit: { code: number | null; signal: string | null } | undefined;
  private readonly ended: Promise<void>;

  constructor(name: string, command: string, args: readonly string[], logFile: string, options: SpawnOptions = {}) {
    this.name = name;
    this.log = new LogFile(logFile);
    // A child has the umask that its parent has at that moment. The launcher's own stays open: folders that it makes are passed through by
    // PostgreSQL's account.
    const umask = process.umask(0o077);
    // Its own process group: Ctrl-C in the terminal reaches only the launcher, which stops its children in order.
    this.process = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    process.umask(umask);
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.log.write(chunk);
        this.tail = (this.tail + chunk.toString('utf8')).slice(-KEPT_CHARS);
      });
    // After 'exit' there may be output that was not read yet.
    this.process.once('close', () => this.log.end());
    this.ended = new Promise((resolve) => {
      const end = (code: number | null, signal: string | null) => {
        this.exit ??= { code, signal };
        resolve();
      };
      this.process.once('error', (error) => {
        this.tail += error.message;
        end(null, null);
      });
      this.process.once('exit', end);
    });
  }

  get lastLines(): string {
    return this.tail.trim().split('\n').slice(-12).join('\n');
  }

  /** How it ended, in words. */
  get ending(): string {
    const { code = null, signal = null } = this.exit ?? {};
    return signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
  }

  get isRunning(): boolean {
    return this.exit === undefined;
  }

  onExit(listener: () => void): void {
    void this.ended.then(listener);
  }

  /** Asks it to stop with `signal`; kills it when it does not. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), KILL_AFTER_MS);
    await this.ended;
    clearTimeout(timer);
  }
}
