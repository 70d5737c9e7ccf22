import type { Provider } from '@nestjs/common';
import { type Foundation, openObjects } from '@leakwatch/platform';
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
import { SweepObjects } from './sweep-objects.ts';
import { WriteFile } from './write-file.ts';

/** What reports are asked for and made with. */
export const reportProviders = (foundation: Foundation): Provider[] => [
  { provide: OBJECTS, useFactory: () => openObjects(foundation.settings) },
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
];
