import { Module } from '@nestjs/common';
import { AnnounceMembers } from './announce-members.ts';

/** Who belongs to which organisation, for the other services. */
@Module({ providers: [AnnounceMembers] })
export class MembersModule {}
