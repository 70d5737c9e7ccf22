import { Inject, Injectable } from '@nestjs/common';
import { type createOrganisation, type InputOf, logoIdOf, organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, databaseNow, newId, NotFound, outgoing, STAFF } from '@leakwatch/platform';
import { changesBetween } from '../audit/audit-changes.domain.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { giveLogo } from '../logos/logo.store.ts';
import { addOrganisation, holdTariff, organisationById, organisationChange, shownOrganisation } from './organisation.store.ts';
import { newPeriod } from './service-period.ts';

/** Staff create an organisation (docs/behaviour/organisations.md). */
@Injectable()
export class CreateOrganisation {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async run(body: InputOf<typeof createOrganisation>['body'], caller: Caller, at?: Date): Promise<string> {
    const id = newId();
    await this.database.inScope(STAFF, async (em) => {
      const tariff = await holdTariff(em, body.tariff);
      if (tariff === undefined || tariff.type !== body.tariff_type) throw new NotFound('tariff_not_found');
      const {
        tariff: tariff_id,
        tariff_type: _type,
        starts_at: _starts,
        expires_at: _ends,
        custom_time_limitations: _custom,
        logo,
        ...rest
      } = body;
      const period = newPeriod(body, tariff.time_limit_total_months, at ?? (await databaseNow(em)));
      if (!(await addOrganisation(em, { id, ...rest, tariff_id, ...period }))) throw new Conflict('organisation_exists');
      if (logo !== null) await giveLogo(em, id, logoIdOf(logo));
      const organisation = await organisationById(em, id);
      if (organisation === undefined) throw new Error('the organisation that was just created is not there');
      await this.bus.publish(em, [outgoing(organisationChangesV1, organisationChange(organisation))]);
      const changes = changesBetween(null, shownOrganisation(organisation));
      await recordAudit(em, { kind: 'organisation_created', account: caller.account?.id ?? null, organisation: id, from: caller, changes });
    });
    return id;
  }
}
