import { Module } from '@nestjs/common';
import { ScanningModule } from '../scanning/scanning.module.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { RunStep } from './run-step.ts';
import { UnitWorker } from './unit-worker.ts';
import { WatchSets } from './watching/watch-sets.ts';

/** Units: what is read once for every task that needs it. */
@Module({ imports: [ScanningModule, SourcesModule], providers: [RunStep, UnitWorker, WatchSets] })
export class UnitsModule {}
