import { Module } from '@nestjs/common';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { KeepContents } from './keep-contents.ts';
import { OBJECTS } from './objects.ts';
import { SweepContents } from './sweep-contents.ts';

/** The content of documents with findings is kept. */
@Module({
  providers: [{ provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects }, KeepContents, SweepContents],
  exports: [KeepContents],
})
export class EvidenceModule {}
