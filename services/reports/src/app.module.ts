import { Module } from '@nestjs/common';
import { ChartsModule } from './charts/charts.module.ts';
import { EventCountsModule } from './event-counts/event-counts.module.ts';
import { FilesModule } from './files/files.module.ts';
import { MakingModule } from './making/making.module.ts';
import { OrganisationChangesModule } from './organisation-changes/organisation-changes.module.ts';
import { ReportsModule } from './reports/reports.module.ts';

@Module({ imports: [OrganisationChangesModule, EventCountsModule, ChartsModule, ReportsModule, MakingModule, FilesModule] })
export class AppModule {}
