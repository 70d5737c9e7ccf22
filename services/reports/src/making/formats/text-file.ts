import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { ReportEvent } from '@leakwatch/contracts';
import type { ReportFile } from '../workbook/report-file.ts';

/** A format of text: what stands before the events, for each of them, and after all. */
export interface ReportText {
  readonly head: string;
  event(event: ReportEvent): string;
  tail(): string;
}

export function openTextFile(path: string, text: ReportText): ReportFile {
  const file = createWriteStream(path, { mode: 0o600 });
  let fault: Error | undefined;
  file.on('error', (error) => (fault = error));
  file.write(text.head);
  const check = () => {
    if (fault !== undefined) throw fault;
  };
  return {
    add: (event) => void file.write(text.event(event)),
    async drained() {
      check();
      if (file.writableNeedDrain) await once(file, 'drain');
      check();
    },
    async close() {
      check();
      file.end(text.tail());
      await finished(file);
    },
    abort: () => void file.destroy(),
  };
}
