import { Module } from '@nestjs/common';
import { EditServiceAccounts } from './edit-service-accounts.ts';
import { ImportServiceAccounts } from './import-service-accounts.ts';
import { LeaveTelegram } from './leave-telegram.ts';
import { ServiceAccountsController } from './service-accounts.controller.ts';

@Module({
  controllers: [ServiceAccountsController],
  providers: [EditServiceAccounts, ImportServiceAccounts, LeaveTelegram],
  exports: [LeaveTelegram],
})
export class ServiceAccountsModule {}
