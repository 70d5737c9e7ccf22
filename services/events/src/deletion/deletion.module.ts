import { Module } from '@nestjs/common';
import { PurgeDeletedEvents } from './purge-deleted-events.ts';
import { PurgeSchedule } from './purge-schedule.ts';

/** Events that were deleted with their task. */
@Module({ providers: [PurgeDeletedEvents, PurgeSchedule] })
export class DeletionModule {}
