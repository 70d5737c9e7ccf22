import { Module } from '@nestjs/common';
import { ChartsModule } from './charts/charts.module.ts';
import { EventCountsModule } from './event-counts/event-counts.module.ts';
import { OrganisationCopiesModule } from './organisation-copies/organisation-copies.module.ts';
import { SpreadsheetsModule } from './spreadsheets/spreadsheets.module.ts';

@Module({ imports: [OrganisationCopiesModule, EventCountsModule, ChartsModule, SpreadsheetsModule] })
export class AppModule {}
