import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.ts';
import { ChangeOrganisation } from './change-organisation.ts';
import { CreateOrganisation } from './create-organisation.ts';
import { OrganisationsController } from './organisations.controller.ts';

@Module({ imports: [StorageModule], controllers: [OrganisationsController], providers: [ChangeOrganisation, CreateOrganisation] })
export class OrganisationsModule {}
