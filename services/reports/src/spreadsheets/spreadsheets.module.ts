import { Module } from '@nestjs/common';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { CreateReport } from './create-report.ts';
import { DeleteReport } from './delete-report.ts';
import { DownloadReport } from './download-report.ts';
import { ExpireReports } from './expire-reports.ts';
import { MakeReport } from './make-report.ts';
import { MakeReportProcessor } from './make-report.processor.ts';
import { OBJECTS } from './objects.ts';
import { ReconcileReports } from './reconcile-reports.ts';
import { RegenerateReport } from './regenerate-report.ts';
import { ReportQueue } from './report-queue.ts';
import { ReportSchedule } from './report-schedule.ts';
import { ReportsController } from './reports.controller.ts';
import { SweepObjects } from './sweep-objects.ts';
import { WriteFile } from './write-file.ts';

/** Reports: spreadsheets of events, made by workers and kept for a while. */
@Module({
  controllers: [ReportsController],
  providers: [
    { provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects },
    ReportQueue,
    CreateReport,
    RegenerateReport,
    DeleteReport,
    DownloadReport,
    WriteFile,
    MakeReport,
    MakeReportProcessor,
    ReconcileReports,
    ExpireReports,
    SweepObjects,
    ReportSchedule,
  ],
})
export class SpreadsheetsModule {}
