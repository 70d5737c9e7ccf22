import { Controller } from '@nestjs/common';
import { type InputOf, listTelegramChats } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { telegramChats } from './telegram-chats.read-model.ts';

@Controller()
export class TelegramChatsController {
  constructor(private readonly database: Database) {}

  @Serves(listTelegramChats)
  getList(@FromRequest() { query }: InputOf<typeof listTelegramChats>) {
    return this.database.read(STAFF, (em) => telegramChats(em, query));
  }
}
