import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.ts';
import { ReportsModule } from '../reports/reports.module.ts';
import { MakeReport } from './make-report.ts';
import { MakeReportWorker } from './make-report.worker.ts';
import { ReconcileReports } from './reconcile-reports.ts';
import { ReportSchedule } from './report-schedule.ts';
import { WriteFile } from './write-file.ts';

/** Makes the files of reports. */
@Module({ imports: [FilesModule, ReportsModule], providers: [WriteFile, MakeReport, MakeReportWorker, ReconcileReports, ReportSchedule] })
export class MakingModule {}
