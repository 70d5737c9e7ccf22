import { Module } from '@nestjs/common';
import { DigestLeader } from './digest-leader.ts';
import { MakeDigests } from './make-digests.ts';
import { SendDigests } from './send-digests.ts';
import { HandDigests } from './hand-digests.ts';
import { DigestSchedule } from './digest-schedule.ts';

/** Digests of new events, by mail and in Telegram. */
@Module({ providers: [DigestLeader, MakeDigests, SendDigests, HandDigests, DigestSchedule] })
export class DigestsModule {}
