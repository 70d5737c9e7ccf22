import { Module } from '@nestjs/common';
import { CountSchedule } from './count-schedule.ts';
import { StatisticsController } from './statistics.controller.ts';

/** The numbers beside the filters of the events page. */
@Module({ controllers: [StatisticsController], providers: [CountSchedule] })
export class StatisticsModule {}
