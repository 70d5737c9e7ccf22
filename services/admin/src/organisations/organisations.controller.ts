import { Controller } from '@nestjs/common';
import { createOrganisation, currentOrganisation, type InputOf, listOrganisationOptions } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, organisationScope, rows, Serves, STAFF, sql } from '@leakwatch/platform';
import { CreateOrganisation } from './create-organisation.ts';
import { organisationById } from './organisation.store.ts';

@Controller()
export class OrganisationsController {
  constructor(
    private readonly createOrganisation: CreateOrganisation,
    private readonly database: Database,
  ) {}

  @Serves(createOrganisation)
  async post(@FromRequest() input: InputOf<typeof createOrganisation>) {
    return { id: await this.createOrganisation.run(input.body) };
  }

  @Serves(listOrganisationOptions)
  getOptions() {
    return this.database.inScope(STAFF, (em) =>
      rows(
        em,
        sql<{ id: string; name: string; active: boolean }>`
          select id, name, active from admin.organisation order by active desc, lower(name)`,
      ),
    );
  }

  @Serves(currentOrganisation)
  async getCurrent(@FromCaller() caller: Caller) {
    const { organisation: id } = caller;
    if (id === null) return null;
    const organisation = await this.database.inScope(organisationScope(id), (em) => organisationById(em, id));
    if (organisation === undefined) return null;
    return {
      id: organisation.id,
      name: organisation.name,
      description: organisation.description,
      active: organisation.active,
      trusted: organisation.trusted,
      tariff_type: organisation.tariff_type,
      tariff: {
        id: organisation.tariff_id,
        name: organisation.tariff_name,
        task_limit: organisation.task_limit,
        pattern_limit: organisation.pattern_limit,
        patterns_per_task_limit: organisation.patterns_per_task_limit,
        launch_limit: organisation.launch_limit,
        time_limit_per_launch: organisation.time_limit_per_launch,
        time_limit_total_months: organisation.time_limit_total_months,
      },
      starts_at: organisation.starts_at.toISOString(),
      expires_at: organisation.expires_at.toISOString(),
    };
  }
}
