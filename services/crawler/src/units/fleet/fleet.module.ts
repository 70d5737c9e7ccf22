import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module.ts';
import { SourcesModule } from '../../sources/sources.module.ts';
import { AnnounceSilence } from './announce-silence.ts';
import { MeasureWork } from './measure-work.ts';
import { FleetController } from './fleet.controller.ts';

/** How far the sources are read, for staff. */
@Module({ imports: [AccountsModule, SourcesModule], controllers: [FleetController], providers: [AnnounceSilence, MeasureWork] })
export class FleetModule {}
