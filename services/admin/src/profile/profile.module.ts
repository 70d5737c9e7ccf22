import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { DescribeCaller } from './describe-caller.ts';
import { DescribeProfile } from './describe-profile.ts';
import { EndSessions } from './end-sessions.ts';
import { ProfileController } from './profile.controller.ts';

@Module({
  imports: [PasswordsModule, SessionsModule],
  controllers: [ProfileController],
  providers: [DescribeProfile, DescribeCaller, EndSessions],
})
export class ProfileModule {}
