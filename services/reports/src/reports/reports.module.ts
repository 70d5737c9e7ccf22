import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.ts';
import { CreateReport } from './create-report.ts';
import { DeleteReport } from './delete-report.ts';
import { DownloadReport } from './download-report.ts';
import { ExpireReports } from './expire-reports.ts';
import { RegenerateReport } from './regenerate-report.ts';
import { ReportQueue } from './report-queue.ts';
import { ReportsController } from './reports.controller.ts';

/** Reports as people ask for them, download them and delete them. */
@Module({
  imports: [FilesModule],
  controllers: [ReportsController],
  providers: [ReportQueue, CreateReport, RegenerateReport, DeleteReport, DownloadReport, ExpireReports],
  exports: [ReportQueue, ExpireReports],
})
export class ReportsModule {}
