import { readdirSync, readFileSync } from 'node:fs';

interface Child {
  readonly id: number;
  readonly environment: string;
  /** Bytes of memory that it has now. */
  readonly resident: number;
}

/** Node.js processes that this one has started and that run (Linux). */
export function childProcesses(): readonly Child[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        if (/^PPid:\s+(\d+)$/m.exec(status)?.[1] !== String(process.pid)) return [];
        const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
        if (kilobytes === undefined || !/^Name:\s+(?:node|MainThread)/m.test(status)) return [];
        return [{ id: Number(name), environment: readFileSync(`/proc/${name}/environ`, 'utf8'), resident: 1024 * Number(kilobytes) }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}
