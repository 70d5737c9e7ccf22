import type { ReportEvent } from '@leakwatch/contracts';

/** The file of a report that grows event by event, in memory that does not grow with it. */
export interface ReportFile {
  add(event: ReportEvent): void;
  /** Resolves when memory is free for more. Throws when the file cannot be written. */
  drained(): Promise<void>;
  /** Resolves when the file is whole. */
  close(): Promise<void>;
  /** Lets go of a file that will not be whole; after `close` nothing is left to do. */
  abort(): void;
}
