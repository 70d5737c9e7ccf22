import { Module } from '@nestjs/common';
import { MemberChangesConsumer } from './member-changes.consumer.ts';

/** What this service keeps of accounts, which the admin service owns. */
@Module({ controllers: [MemberChangesConsumer] })
export class MembersModule {}
