import { Module } from '@nestjs/common';
import { ComposeCompany } from './compose-company.ts';
import { ComposeDeletedOrganisations } from './compose-deleted-organisations.ts';
import { ComposeHealth } from './compose-health.ts';
import { ComposeOrganisations } from './compose-organisations.ts';
import { ComposeSettings } from './compose-settings.ts';
import { FleetHealthController } from './fleet-health.controller.ts';
import { OrganisationsController } from './organisations.controller.ts';
import { SettingsController } from './settings.controller.ts';

/** Answers that the gateway makes of several services. */
@Module({
  controllers: [FleetHealthController, OrganisationsController, SettingsController],
  providers: [ComposeCompany, ComposeDeletedOrganisations, ComposeHealth, ComposeOrganisations, ComposeSettings],
})
export class ComposedModule {}
