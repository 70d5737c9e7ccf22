import { Controller } from '@nestjs/common';
import { deleteTelegramUser, ignoreTelegramUser, type InputOf, listTelegramUsers, resetTelegramUser } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { ChangeTelegramUser } from './change-telegram-user.ts';
import { telegramUserList } from './telegram-users.read-model.ts';

@Controller()
export class TelegramUsersController {
  constructor(
    private readonly database: Database,
    private readonly users: ChangeTelegramUser,
  ) {}

  @Serves(listTelegramUsers)
  getList(@FromRequest() { query }: InputOf<typeof listTelegramUsers>) {
    return this.database.read(STAFF, (em) => telegramUserList(em, query));
  }

  @Serves(resetTelegramUser)
  postReset(@FromRequest() { params }: InputOf<typeof resetTelegramUser>, @FromCaller() caller: Caller) {
    return this.users.change(params.id, 'reset', caller);
  }

  @Serves(ignoreTelegramUser)
  postIgnore(@FromRequest() { params }: InputOf<typeof ignoreTelegramUser>, @FromCaller() caller: Caller) {
    return this.users.change(params.id, 'ignore', caller);
  }

  @Serves(deleteTelegramUser)
  async delete(@FromRequest() { params }: InputOf<typeof deleteTelegramUser>, @FromCaller() caller: Caller) {
    await this.users.delete(params.id, caller);
    return { ok: true };
  }
}
