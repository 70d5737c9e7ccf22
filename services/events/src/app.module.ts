import { Module } from '@nestjs/common';
import { ArchiveModule } from './archive/archive.module.ts';
import { ArchiveSearchModule } from './archive-search/archive-search.module.ts';
import { BlacklistModule } from './blacklist/blacklist.module.ts';
import { CommentsModule } from './comments/comments.module.ts';
import { DeletionModule } from './deletion/deletion.module.ts';
import { DetectorsModule } from './detectors/detectors.module.ts';
import { DigestsModule } from './digests/digests.module.ts';
import { EventPageModule } from './event-page/event-page.module.ts';
import { EvidenceModule } from './evidence/evidence.module.ts';
import { ExportsModule } from './exports/exports.module.ts';
import { IntakeModule } from './intake/intake.module.ts';
import { LeakEventsModule } from './leak-events/leak-events.module.ts';
import { OrganisationCopiesModule } from './organisation-copies/organisation-copies.module.ts';
import { OverviewModule } from './overview/overview.module.ts';
import { RechecksModule } from './rechecks/rechecks.module.ts';
import { RevealsModule } from './reveals/reveals.module.ts';
import { SimilarityModule } from './similarity/similarity.module.ts';
import { StatisticsModule } from './statistics/statistics.module.ts';
import { StorageModule } from './storage/storage.module.ts';
import { TaskCopiesModule } from './task-copies/task-copies.module.ts';
import { EventIndexModule } from './event-index/event-index.module.ts';
import { TriageModule } from './triage/triage.module.ts';
import { ViewsModule } from './views/views.module.ts';

@Module({
  imports: [
    OrganisationCopiesModule,
    TriageModule,
    ViewsModule,
    TaskCopiesModule,
    IntakeModule,
    LeakEventsModule,
    BlacklistModule,
    DeletionModule,
    DigestsModule,
    ExportsModule,
    StatisticsModule,
    CommentsModule,
    DetectorsModule,
    EvidenceModule,
    SimilarityModule,
    RevealsModule,
    EventPageModule,
    StorageModule,
    OverviewModule,
    RechecksModule,
    ArchiveModule,
    ArchiveSearchModule,
    EventIndexModule,
  ],
})
export class AppModule {}
