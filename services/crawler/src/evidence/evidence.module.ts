import { Module } from '@nestjs/common';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { KeepContents } from './keep-contents.ts';
import { KeepParts } from './keep-parts.ts';
import { OBJECTS } from './objects.ts';
import { SweepContents } from './sweep-contents.ts';

/** The content of documents with findings is kept, and parts of files until they are whole. */
@Module({
  providers: [{ provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects }, KeepContents, KeepParts, SweepContents],
  exports: [KeepContents, KeepParts],
})
export class EvidenceModule {}
