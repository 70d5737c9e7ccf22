import { Inject, Injectable } from '@nestjs/common';
import { type createOrganisation, type InputOf, organisationChangesV1 } from '@leakwatch/contracts';
import { type Bus, BUS, Conflict, Database, newId, NotFound, outgoing, STAFF } from '@leakwatch/platform';
import { addMonths } from '@leakwatch/rules';
import { addOrganisation, holdTariff, organisationById, organisationChange } from './organisation.store.ts';

/** Staff create an organisation. Without an end date, the service lasts for the months of the tariff (docs/behaviour/tariffs.md). */
@Injectable()
export class CreateOrganisation {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async run(body: InputOf<typeof createOrganisation>['body'], now = new Date()): Promise<string> {
    const id = newId();
    await this.database.inScope(STAFF, async (em) => {
      const tariff = await holdTariff(em, body.tariff);
      if (tariff === undefined || tariff.type !== body.tariff_type) throw new NotFound('tariff_not_found');
      const startsAt = body.starts_at === undefined ? now : new Date(body.starts_at);
      const added = await addOrganisation(em, {
        id,
        name: body.name,
        description: body.description,
        tariff_id: body.tariff,
        active: body.active,
        trusted: body.trusted,
        starts_at: startsAt,
        expires_at: body.expires_at === undefined ? addMonths(startsAt, tariff.time_limit_total_months) : new Date(body.expires_at),
        two_factor_users: body.two_factor_users,
        is_telegram_notification_on: body.is_telegram_notification_on,
      });
      if (!added) throw new Conflict('organisation_exists');
      const organisation = await organisationById(em, id);
      if (organisation === undefined) throw new Error('the organisation that was just created is not there');
      await this.bus.publish(em, [outgoing(organisationChangesV1, organisationChange(organisation))]);
    });
    return id;
  }
}
