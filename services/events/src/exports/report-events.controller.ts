import { Controller } from '@nestjs/common';
import { type InputOf, internalAnnouncedEvents, internalReportEvents } from '@leakwatch/contracts';
import { Database, FromRequest, organisationScope, Serves, STAFF } from '@leakwatch/platform';
import { announcedEvents, reportEvents } from './report-events.read-model.ts';

@Controller()
export class ReportEventsController {
  constructor(private readonly database: Database) {}

  /** In the scope of the report's organisation; a report of all organisations sees what staff see. */
  @Serves(internalReportEvents)
  postPage(@FromRequest() { body }: InputOf<typeof internalReportEvents>) {
    const scope = body.organisation === null ? STAFF : organisationScope(body.organisation);
    return this.database.inScope(scope, (em) => reportEvents(em, body));
  }

  @Serves(internalAnnouncedEvents)
  async postAnnounced(@FromRequest() { body }: InputOf<typeof internalAnnouncedEvents>) {
    return { events: await this.database.inScope(organisationScope(body.organisation), (em) => announcedEvents(em, body.ids)) };
  }
}
