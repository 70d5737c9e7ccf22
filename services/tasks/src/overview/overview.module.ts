import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.ts';

/** How the sources of all tasks are. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
