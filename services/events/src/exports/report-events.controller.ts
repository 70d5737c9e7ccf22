import { Controller } from '@nestjs/common';
import { type InputOf, internalReportEvents } from '@leakwatch/contracts';
import { FromRequest, organisationScope, Serves, STAFF } from '@leakwatch/platform';
import { ReadMasked } from '../detectors/read-masked.ts';
import { reportEvents } from './report-events.read-model.ts';

@Controller()
export class ReportEventsController {
  constructor(private readonly masked: ReadMasked) {}

  /** In the scope of the report's organisation; a report of all organisations sees what staff see. */
  @Serves(internalReportEvents)
  postPage(@FromRequest() { body }: InputOf<typeof internalReportEvents>) {
    const scope = body.organisation === null ? STAFF : organisationScope(body.organisation);
    return this.masked.inScope(scope, (em, detectors) => reportEvents(em, body, detectors));
  }
}
