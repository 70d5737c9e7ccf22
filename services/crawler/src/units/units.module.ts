import { Module } from '@nestjs/common';
import { AccountPool } from '../accounts/account-pool.ts';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { EvidenceModule } from '../evidence/evidence.module.ts';
import { ExtractionModule } from '../extraction/extraction.module.ts';
import { ScanningModule } from '../scanning/scanning.module.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { AskSlice } from './ask-slice.ts';
import { ReadDocuments } from './read-documents.ts';
import { RunStep } from './run-step.ts';
import { UnitWorker } from './unit-worker.ts';
import { WatchSets } from './watching/watch-sets.ts';
import { ACCESS_POOL } from './with-access.port.ts';

/** Units: what is read once for every task that needs it. */
@Module({
  imports: [AccountsModule, EvidenceModule, ExtractionModule, ScanningModule, SourcesModule],
  providers: [{ provide: ACCESS_POOL, useExisting: AccountPool }, AskSlice, ReadDocuments, RunStep, UnitWorker, WatchSets],
})
export class UnitsModule {}
