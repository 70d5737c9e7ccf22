import { Module } from '@nestjs/common';
import { TaskCopiesModule } from '../task-copies/task-copies.module.ts';
import { FindingsConsumer } from './findings.consumer.ts';
import { TakeFindings } from './take-findings.ts';

/** Findings become events. */
@Module({ imports: [TaskCopiesModule], controllers: [FindingsConsumer], providers: [TakeFindings] })
export class IntakeModule {}
