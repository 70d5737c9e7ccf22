import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { AnnounceStaffEpochs } from './announce-staff-epochs.ts';
import { ChangeAccount } from './change-account.ts';
import { CreateAccount } from './create-account.ts';
import { EndAccountSessions } from './end-account-sessions.ts';
import { EnsureFirstStaff } from './ensure-first-staff.ts';
import { SendLink } from './send-link.ts';
import { StaffAccountsController } from './staff-accounts.controller.ts';

@Module({
  imports: [PasswordsModule, SessionsModule],
  controllers: [StaffAccountsController],
  providers: [AnnounceStaffEpochs, ChangeAccount, CreateAccount, EndAccountSessions, EnsureFirstStaff, SendLink],
})
export class StaffAccountsModule {}
