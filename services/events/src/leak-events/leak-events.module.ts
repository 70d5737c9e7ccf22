import { Module } from '@nestjs/common';
import { DetectorsModule } from '../detectors/detectors.module.ts';
import { SentChangesModule } from '../sent-changes/sent-changes.module.ts';
import { LeakEventsController } from './leak-events.controller.ts';
import { ChangeStatus } from './change-status.ts';
import { EventCursors } from './event-cursor.ts';
import { EventPages } from './event-pages.ts';
import { UndoStatusChange } from './undo-status-change.ts';

/** The list of events and the changes of their status. */
@Module({
  imports: [DetectorsModule, SentChangesModule],
  controllers: [LeakEventsController],
  providers: [EventCursors, EventPages, ChangeStatus, UndoStatusChange],
  exports: [UndoStatusChange],
})
export class LeakEventsModule {}
