import { Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.ts';
import { LeakEventsModule } from '../leak-events/leak-events.module.ts';
import { SentChangesModule } from '../sent-changes/sent-changes.module.ts';
import { AssignEvents } from './assign-events.ts';
import { MemberChangesConsumer } from './member-changes.consumer.ts';
import { TriageController } from './triage.controller.ts';
import { UnassignDeparted } from './unassign-departed.ts';
import { UndoChange } from './undo-change.ts';

/** Who works on events, until when, and why they were closed; the members of organisations. */
@Module({
  imports: [CommentsModule, LeakEventsModule, SentChangesModule],
  controllers: [MemberChangesConsumer, TriageController],
  providers: [AssignEvents, UnassignDeparted, UndoChange],
})
export class TriageModule {}
