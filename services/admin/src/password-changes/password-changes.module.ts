import { Module, type OnModuleInit } from '@nestjs/common';
import { BotCheckModule } from '../bot-check/bot-check.module.ts';
import { MailLinks } from '../mails/mail-links.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { ChangeOwnPassword } from './change-own-password.ts';
import { saveLinkCode } from './link-code.store.ts';
import { PasswordChangesController } from './password-changes.controller.ts';
import { RequestRecovery } from './request-recovery.ts';
import { SetPasswordByLink } from './set-password-by-link.ts';

@Module({
  imports: [BotCheckModule, MailsModule, PasswordsModule, SessionsModule],
  controllers: [PasswordChangesController],
  providers: [RequestRecovery, SetPasswordByLink, ChangeOwnPassword],
})
export class PasswordChangesModule implements OnModuleInit {
  constructor(private readonly links: MailLinks) {}

  onModuleInit() {
    this.links.register(['recovery', 'welcome'], { save: saveLinkCode });
  }
}
