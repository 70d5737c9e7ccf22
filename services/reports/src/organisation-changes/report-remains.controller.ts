import { Controller } from '@nestjs/common';
import { type InputOf, internalReportRemains } from '@leakwatch/contracts';
import { Database, FromRequest, SCHEDULER, Serves } from '@leakwatch/platform';
import { reportRemains } from './report-remains.read-model.ts';

@Controller()
export class ReportRemainsController {
  constructor(private readonly database: Database) {}

  @Serves(internalReportRemains)
  async post(@FromRequest() { body }: InputOf<typeof internalReportRemains>) {
    return { remains: await this.database.read(SCHEDULER, (em) => reportRemains(em, body.organisations)) };
  }
}
