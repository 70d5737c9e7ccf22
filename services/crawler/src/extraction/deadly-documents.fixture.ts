import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends the processes that get documents of some names with a signal, as the kernel does with SIGKILL under shortage of memory. */
export class DeadlyDocuments {
  private readonly folder = mkdtempSync(join(tmpdir(), 'leakwatch-deadly-'));
  private readonly execPath = process.execPath;

  constructor(private readonly signal: NodeJS.Signals = 'SIGKILL') {
    this.write('names', '{}');
    this.write('kills', '');
    const [names, kills] = ['names', 'kills'].map((file) => JSON.stringify(join(this.folder, file)));
    const hook = join(this.folder, 'hook.mjs');
    this.write(
      'hook.mjs',
      `import { appendFileSync, readFileSync } from 'node:fs';
      process.on('message', ({ path }) => {
        const { [path]: times = 0 } = JSON.parse(readFileSync(${names}, 'utf8'));
        if (readFileSync(${kills}, 'utf8').split('\\n').filter((one) => one === path).length >= times) return;
        appendFileSync(${kills}, path + '\\n');
        process.kill(process.pid, '${this.signal}');
        // Signals that a program may handle come a moment later.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });`,
    );
    this.write('node', `#!/bin/sh\nexec ${this.execPath} --import=${hook} "$@"\n`);
    process.execPath = join(this.folder, 'node');
  }

  /** How many processes each document ends, of all. */
  set(times: Readonly<Record<string, number>>): void {
    this.write('names', JSON.stringify(times));
  }

  /** Processes that were ended. */
  get kills(): number {
    return readFileSync(join(this.folder, 'kills'), 'utf8').split('\n').length - 1;
  }

  close(): void {
    process.execPath = this.execPath;
    rmSync(this.folder, { recursive: true });
  }

  private write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
    chmodSync(join(this.folder, file), 0o755);
  }
}
