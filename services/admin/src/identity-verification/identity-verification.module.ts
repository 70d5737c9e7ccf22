import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import { AnswerVerification } from './answer-verification.ts';
import { IdentityCodes } from './identity-codes.ts';
import { IdentityVerificationController } from './identity-verification.controller.ts';
import { RequestVerification } from './request-verification.ts';

@Module({
  imports: [MailsModule, SessionsModule, TwoFactorModule],
  controllers: [IdentityVerificationController],
  providers: [RequestVerification, AnswerVerification, IdentityCodes],
})
export class IdentityVerificationModule {}
