import { Module } from '@nestjs/common';
import { DetectorsModule } from '../detectors/detectors.module.ts';
import { TaskCopiesModule } from '../task-copies/task-copies.module.ts';
import { FindingsConsumer } from './findings.consumer.ts';
import { KeepFindings } from './keep-findings.ts';
import { TakeFindings } from './take-findings.ts';

/** Findings become events. */
@Module({
  imports: [TaskCopiesModule, DetectorsModule],
  controllers: [FindingsConsumer],
  providers: [TakeFindings, KeepFindings],
  exports: [KeepFindings],
})
export class IntakeModule {}
