import { Module } from '@nestjs/common';
import { ChangeOrganisation } from './change-organisation.ts';
import { CreateOrganisation } from './create-organisation.ts';
import { OrganisationsController } from './organisations.controller.ts';

@Module({ controllers: [OrganisationsController], providers: [ChangeOrganisation, CreateOrganisation] })
export class OrganisationsModule {}
