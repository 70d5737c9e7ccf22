import { Injectable } from '@nestjs/common';
import { type DetectorTable, detectorTable } from '@leakwatch/matching';
import type { SqlEntityManager } from '@leakwatch/platform';
import { holdRevision, readRevision, storedTemplates } from './detector-set.store.ts';

/** The detectors and the templates of staff, compiled once for each revision. */
@Injectable()
export class CompiledDetectors {
  private revision = 0;
  private table: DetectorTable | undefined;

  /** For texts that are stored with what is found: the revision is held until the transaction ends. */
  async hold(em: SqlEntityManager): Promise<DetectorTable> {
    return this.compiled(em, await holdRevision(em));
  }

  /** For texts that are shown: with the templates of now, or newer ones. */
  async read(em: SqlEntityManager): Promise<DetectorTable> {
    return this.compiled(em, await readRevision(em));
  }

  private async compiled(em: SqlEntityManager, revision: number): Promise<DetectorTable> {
    if (this.table === undefined || this.revision !== revision) {
      const templates = await storedTemplates(em);
      this.table = detectorTable(templates.map(({ id, severity, regex }) => ({ id, severity, expression: regex })));
      this.revision = revision;
    }
    return this.table;
  }
}
