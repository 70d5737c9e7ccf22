import { Controller } from '@nestjs/common';
import { type InputOf, internalAnnouncedEvents, internalReportEvents } from '@leakwatch/contracts';
import { FromRequest, organisationScope, Serves, STAFF } from '@leakwatch/platform';
import { ReadMasked } from '../detectors/read-masked.ts';
import { announcedEvents, reportEvents } from './report-events.read-model.ts';

@Controller()
export class ReportEventsController {
  constructor(private readonly masked: ReadMasked) {}

  /** In the scope of the report's organisation; a report of all organisations sees what staff see. */
  @Serves(internalReportEvents)
  postPage(@FromRequest() { body }: InputOf<typeof internalReportEvents>) {
    const scope = body.organisation === null ? STAFF : organisationScope(body.organisation);
    return this.masked.read(scope, (em, detectors) => reportEvents(em, body, detectors));
  }

  @Serves(internalAnnouncedEvents)
  async postAnnounced(@FromRequest() { body }: InputOf<typeof internalAnnouncedEvents>) {
    return {
      events: await this.masked.read(organisationScope(body.organisation), (em, detectors) => announcedEvents(em, body.ids, detectors)),
    };
  }
}
