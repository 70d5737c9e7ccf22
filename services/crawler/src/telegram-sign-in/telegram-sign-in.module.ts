import { Module } from '@nestjs/common';
import { TelegramModule } from '../sources/telegram/telegram.module.ts';
import { SignIn } from './sign-in.ts';
import { TelegramSignInController } from './telegram-sign-in.controller.ts';

/** Signs accounts of Telegram in, for the admin service. */
@Module({ imports: [TelegramModule], controllers: [TelegramSignInController], providers: [SignIn] })
export class TelegramSignInModule {}
