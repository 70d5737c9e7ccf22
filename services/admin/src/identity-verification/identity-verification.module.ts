import { Module, type OnModuleInit } from '@nestjs/common';
import { MailLinks } from '../mails/mail-links.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import { AnswerVerification } from './answer-verification.ts';
import { saveIdentityCode } from './identity-request.store.ts';
import { IdentityVerificationController } from './identity-verification.controller.ts';
import { RequestVerification } from './request-verification.ts';

@Module({
  imports: [MailsModule, SessionsModule, TwoFactorModule],
  controllers: [IdentityVerificationController],
  providers: [RequestVerification, AnswerVerification],
})
export class IdentityVerificationModule implements OnModuleInit {
  constructor(private readonly links: MailLinks) {}

  onModuleInit() {
    this.links.register(['verify'], { save: saveIdentityCode });
  }
}
