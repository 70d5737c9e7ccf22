import { Module } from '@nestjs/common';
import { SourcesModule } from '../../sources/sources.module.ts';
import { FleetController } from './fleet.controller.ts';

/** How far the sources are read, for staff. */
@Module({ imports: [SourcesModule], controllers: [FleetController] })
export class FleetModule {}
