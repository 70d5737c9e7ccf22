import { Module } from '@nestjs/common';
import { CreateOrganisation } from './create-organisation.ts';
import { OrganisationsController } from './organisations.controller.ts';

@Module({ controllers: [OrganisationsController], providers: [CreateOrganisation] })
export class OrganisationsModule {}
