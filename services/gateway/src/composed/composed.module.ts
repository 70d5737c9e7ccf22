import { Module } from '@nestjs/common';
import { ComposeCompany } from './compose-company.ts';
import { ComposeOrganisations } from './compose-organisations.ts';
import { ComposeSettings } from './compose-settings.ts';
import { OrganisationsController } from './organisations.controller.ts';
import { SettingsController } from './settings.controller.ts';

/** Answers that the gateway makes of several services. */
@Module({ controllers: [OrganisationsController, SettingsController], providers: [ComposeCompany, ComposeOrganisations, ComposeSettings] })
export class ComposedModule {}
