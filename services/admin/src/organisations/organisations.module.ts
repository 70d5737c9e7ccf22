import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { StorageModule } from '../storage/storage.module.ts';
import { ChangeOrganisation } from './change-organisation.ts';
import { CreateOrganisation } from './create-organisation.ts';
import { OrganisationsController } from './organisations.controller.ts';

@Module({
  imports: [SessionsModule, StorageModule],
  controllers: [OrganisationsController],
  providers: [ChangeOrganisation, CreateOrganisation],
})
export class OrganisationsModule {}
