import { Module } from '@nestjs/common';
import { SourcesModule } from '../../sources/sources.module.ts';
import { AnnounceSilence } from './announce-silence.ts';
import { FleetController } from './fleet.controller.ts';

/** How far the sources are read, for staff. */
@Module({ imports: [SourcesModule], controllers: [FleetController], providers: [AnnounceSilence] })
export class FleetModule {}
