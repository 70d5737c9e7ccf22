import { Module } from '@nestjs/common';
import { EvidenceModule } from '../../evidence/evidence.module.ts';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { TelegramChatsController } from './telegram-chats.controller.ts';
import { TelegramSource } from './telegram.source.ts';

/** Channels of Telegram. */
@Module({
  imports: [EvidenceModule],
  controllers: [TelegramChatsController],
  providers: [TelegramSessions, TelegramSource],
  exports: [TelegramSessions, TelegramSource],
})
export class TelegramModule {}
