import { Injectable } from '@nestjs/common';
import { internalCompany } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, databaseNow, Forbidden, SCHEDULER, ServiceClients } from '@leakwatch/platform';

/** Asks the admin service whether the caller's organisation is active; the crawler has no copy of organisations. */
@Injectable()
export class ActiveOrganisation {
  constructor(
    private readonly services: ServiceClients,
    private readonly database: Database,
  ) {}

  /**
   * @returns the organisation's id; null for staff without one
   * @throws Forbidden not_in_organisation; Conflict organisation_inactive, organisation_expired
   */
  async of(caller: Caller): Promise<string | null> {
    if (caller.organisation === null && caller.staff) return null;
    const organisation = caller.organisation === null ? null : await this.services.call(internalCompany, { ...caller, service: 'crawler' });
    if (organisation === null) throw new Forbidden('not_in_organisation');
    if (!organisation.active) throw new Conflict('organisation_inactive');
    const now = (await this.database.inScope(SCHEDULER, databaseNow)).getTime();
    if (now < Date.parse(organisation.starts_at) || now >= Date.parse(organisation.expires_at)) throw new Conflict('organisation_expired');
    return organisation.id;
  }
}
