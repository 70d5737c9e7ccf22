import { Module } from '@nestjs/common';
import { CompiledDetectors } from './compiled-detectors.ts';
import { ReadMasked } from './read-masked.ts';
import { ExamineSchedule } from './examine-schedule.ts';
import { ExamineStoredEvents } from './examine-stored-events.ts';
import { ExamineTexts } from './examine-texts.ts';
import { SimilarityModule } from '../similarity/similarity.module.ts';
import { RegexTemplatesConsumer } from './regex-templates.consumer.ts';

/** What leaked in each event. */
@Module({
  imports: [SimilarityModule],
  controllers: [RegexTemplatesConsumer],
  providers: [CompiledDetectors, ReadMasked, ExamineTexts, ExamineStoredEvents, ExamineSchedule],
  exports: [ExamineTexts, ReadMasked],
})
export class DetectorsModule {}
