import { Controller } from '@nestjs/common';
import { type DigestReaders, type InputOf, internalDigestReaders, internalTelegramDigest } from '@leakwatch/contracts';
import { Database, FromRequest, IDENTITY, Serves } from '@leakwatch/platform';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { hasChats, queueTelegramDigest } from '../telegram-notifications/messages/telegram-digest.store.ts';
import { localesOf, subscribedOf } from './digest-readers.read-model.ts';

/** The events service asks who gets its digests, and hands over those for chats. Not reachable from outside. */
@Controller()
export class DigestsController {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
  ) {}

  @Serves(internalDigestReaders)
  postReaders(@FromRequest() { body }: InputOf<typeof internalDigestReaders>): Promise<DigestReaders> {
    const { organisation, emails } = body;
    return this.database.inScope(IDENTITY, async (em) => ({
      locales: await localesOf(em, organisation, emails),
      subscribed: await subscribedOf(em, organisation),
      has_chats: this.bot.api !== undefined && (await hasChats(em, organisation)),
    }));
  }

  @Serves(internalTelegramDigest)
  async postTelegram(@FromRequest() { body }: InputOf<typeof internalTelegramDigest>) {
    // Without a bot the messages would stay in the outbox for ever.
    if (this.bot.api !== undefined) await this.database.inScope(IDENTITY, (em) => queueTelegramDigest(em, body));
    return { ok: true };
  }
}
