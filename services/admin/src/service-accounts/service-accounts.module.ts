import { Module } from '@nestjs/common';
import { EditServiceAccounts } from './edit-service-accounts.ts';
import { ServiceAccountsController } from './service-accounts.controller.ts';

@Module({ controllers: [ServiceAccountsController], providers: [EditServiceAccounts] })
export class ServiceAccountsModule {}
