import { Module } from '@nestjs/common';
import { Extractor } from './extractor.ts';

/** What is inside documents. */
@Module({ providers: [{ provide: Extractor, useFactory: () => new Extractor() }], exports: [Extractor] })
export class ExtractionModule {}
