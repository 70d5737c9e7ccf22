import { Module } from '@nestjs/common';
import { FindingsConsumer } from './findings.consumer.ts';
import { TakeFindings } from './take-findings.ts';

/** Findings become events. */
@Module({ controllers: [FindingsConsumer], providers: [TakeFindings] })
export class IntakeModule {}
