import { Injectable } from '@nestjs/common';
import { type Caller, Database, NotFound, type SqlEntityManager, STAFF } from '@leakwatch/platform';
import { TELEGRAM_TRANSITIONS, TELEGRAM_USER_STEPS, type TelegramUserAction } from '@leakwatch/vocabulary';
import { recordAudit } from '../audit/audit.store.ts';
import { deleteLink, lockLink, setLinkStatus } from '../telegram-notifications/chats/telegram-link.store.ts';
import { telegramUserById } from './telegram-users.read-model.ts';

/** What staff do to the Telegram connection of an account. */
@Injectable()
export class ChangeTelegramUser {
  constructor(private readonly database: Database) {}

  /** Resets or ignores; resolves to the connection after it. @throws NotFound */
  change(id: string, action: Exclude<TelegramUserAction, 'delete'>, caller: Caller) {
    return this.database.inScope(STAFF, async (em) => {
      await this.step(em, id, action, caller);
      const changed = await telegramUserById(em, id);
      if (changed === undefined) throw new NotFound();
      return changed;
    });
  }

  /** @throws NotFound */
  delete(id: string, caller: Caller): Promise<void> {
    return this.database.inScope(STAFF, (em) => this.step(em, id, 'delete', caller));
  }

  private async step(em: SqlEntityManager, id: string, action: TelegramUserAction, caller: Caller): Promise<void> {
    const link = await lockLink(em, id);
    const to = link && TELEGRAM_TRANSITIONS[link.status][TELEGRAM_USER_STEPS[action]];
    if (link === undefined || to === undefined) throw new NotFound();
    if (action === 'delete') await deleteLink(em, id);
    else await setLinkStatus(em, id, to, action === 'ignore');
    const actor = caller.account?.id ?? null;
    const detail = { action, status: link.status, ...(link.handler !== null && { chat: link.handler }) };
    await recordAudit(em, { kind: 'telegram_changed_by_staff', account: link.account_id, actor, from: caller, detail });
  }
}
