import { Module } from '@nestjs/common';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { DetectorsModule } from '../detectors/detectors.module.ts';
import { RevealsModule } from '../reveals/reveals.module.ts';
import { DownloadBackup } from './download-backup.ts';
import { EvidenceController } from './evidence.controller.ts';
import { OBJECTS } from './objects.ts';
import { OpenContent } from './open-content.ts';
import { ReadEventText } from './read-event-text.ts';
import { ResealContents } from './reseal-contents.ts';
import { SweepEvidence } from './sweep-evidence.ts';

/** The kept content of documents with leaks: read, downloaded, and deleted when its time is over. */
@Module({
  imports: [DetectorsModule, RevealsModule],
  controllers: [EvidenceController],
  providers: [
    { provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects },
    OpenContent,
    ReadEventText,
    DownloadBackup,
    SweepEvidence,
    ResealContents,
  ],
})
export class EvidenceModule {}
