import { Module } from '@nestjs/common';
import { DigestLeader } from './digest-leader.ts';
import { MakeDigests } from './make-digests.ts';
import { SendMails } from './send-mails.ts';
import { DeliverToTelegram } from './deliver-to-telegram.ts';
import { DigestSchedule } from './digest-schedule.ts';

/** Digests of new events, by mail and in Telegram. */
@Module({ providers: [DigestLeader, MakeDigests, SendMails, DeliverToTelegram, DigestSchedule] })
export class DigestsModule {}
