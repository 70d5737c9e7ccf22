import { Injectable } from '@nestjs/common';
import type { DetectorTable } from '@leakwatch/matching';
import { type Caller, Database, type Scope, scopeOf, type SqlEntityManager } from '@leakwatch/platform';
import { CompiledDetectors } from './compiled-detectors.ts';

/** For whom events are read. */
export interface Viewer {
  /** Whose events the caller may change. */
  readonly organisation: string | null;
  /** Whose events the caller sees: null for those of all organisations. */
  readonly sees: string | null;
  /** What they find is masked. */
  readonly detectors: DetectorTable;
}

/** Transactions that read the texts of events and mask what detectors find in them. */
@Injectable()
export class ReadMasked {
  constructor(
    private readonly database: Database,
    private readonly detectors: CompiledDetectors,
  ) {}

  for<T>(caller: Caller, work: (em: SqlEntityManager, viewer: Viewer) => Promise<T>): Promise<T> {
    return this.read(scopeOf(caller), (em, detectors) =>
      work(em, { organisation: caller.organisation, sees: caller.staff ? null : caller.organisation, detectors }),
    );
  }

  read<T>(scope: Scope, work: (em: SqlEntityManager, detectors: DetectorTable) => Promise<T>): Promise<T> {
    return this.database.read(scope, async (em) => work(em, await this.detectors.read(em)));
  }
}
