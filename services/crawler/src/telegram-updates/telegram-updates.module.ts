import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { TelegramModule } from '../sources/telegram/telegram.module.ts';
import { ListenToUpdates } from './listen-to-updates.ts';

/** Updates that Telegram pushes: units are read as soon as something is new. */
@Module({ imports: [AccountsModule, TelegramModule], providers: [ListenToUpdates] })
export class TelegramUpdatesModule {}
