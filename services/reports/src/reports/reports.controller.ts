import { Controller } from '@nestjs/common';
import { createReport, deleteReport, downloadReport, type InputOf, listReports, regenerateReport } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, scopeOf } from '@leakwatch/platform';
import { reportsAllowed } from './admit-report.ts';
import { CreateReport } from './create-report.ts';
import { DeleteReport } from './delete-report.ts';
import { DownloadReport } from './download-report.ts';
import { RegenerateReport } from './regenerate-report.ts';
import { reportList } from './report-list.read-model.ts';

@Controller()
export class ReportsController {
  constructor(
    private readonly database: Database,
    private readonly create: CreateReport,
    private readonly regenerate: RegenerateReport,
    private readonly remove: DeleteReport,
    private readonly download: DownloadReport,
  ) {}

  @Serves(createReport)
  post(@FromRequest() input: InputOf<typeof createReport>, @FromCaller() caller: Caller) {
    return this.create.run(input.body, caller);
  }

  @Serves(listReports)
  getList(@FromRequest() input: InputOf<typeof listReports>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), async (em) => ({
      ...(await reportList(em, input.query)),
      allowed: await reportsAllowed(em, caller),
    }));
  }

  @Serves(downloadReport)
  getFile(@FromRequest() input: InputOf<typeof downloadReport>, @FromCaller() caller: Caller) {
    return this.download.run(input.params.id, caller);
  }

  @Serves(regenerateReport)
  patch(@FromRequest() input: InputOf<typeof regenerateReport>, @FromCaller() caller: Caller) {
    return this.regenerate.run(input.params.id, caller);
  }

  @Serves(deleteReport)
  async delete(@FromRequest() input: InputOf<typeof deleteReport>, @FromCaller() caller: Caller) {
    await this.remove.run(input.params.id, caller);
    return { ok: true };
  }
}
