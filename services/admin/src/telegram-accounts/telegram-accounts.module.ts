import { Module } from '@nestjs/common';
import { ServiceAccountsModule } from '../service-accounts/service-accounts.module.ts';
import { AskTelegram } from './ask-telegram.ts';
import { SignInTelegram } from './sign-in-telegram.ts';
import { SignOutTelegram } from './sign-out-telegram.ts';
import { TelegramAccountsController } from './telegram-accounts.controller.ts';
import { UseTelegram } from './use-telegram.ts';

/** The accounts of Telegram with which channels are read: signing in and out, use. */
@Module({
  imports: [ServiceAccountsModule],
  controllers: [TelegramAccountsController],
  providers: [AskTelegram, SignInTelegram, SignOutTelegram, UseTelegram],
})
export class TelegramAccountsModule {}
