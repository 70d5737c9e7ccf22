import { Module } from '@nestjs/common';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { TelegramSource } from './telegram.source.ts';

/** Public channels of Telegram. */
@Module({ providers: [TelegramSessions, TelegramSource], exports: [TelegramSessions, TelegramSource] })
export class TelegramModule {}
