import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { AddTwoFactor } from './add-two-factor.ts';
import { ChangeWithCode } from './change-with-code.ts';
import { CodeRateLimit } from './codes/code-rate-limit.ts';
import { ConfirmSetUp } from './confirm-set-up.ts';
import { DescribeTwoFactor } from './describe-two-factor.ts';
import { DisableTwoFactor } from './disable-two-factor.ts';
import { RedeemCode } from './codes/redeem-code.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.ts';
import { ResetTwoFactor } from './reset-two-factor.ts';
import { TwoFactorController } from './two-factor.controller.ts';

@Module({
  imports: [SessionsModule],
  controllers: [TwoFactorController],
  providers: [
    CodeRateLimit,
    RedeemCode,
    ChangeWithCode,
    ConfirmSetUp,
    DescribeTwoFactor,
    AddTwoFactor,
    DisableTwoFactor,
    RenewRecoveryCodes,
    ResetTwoFactor,
  ],
  exports: [RedeemCode, ConfirmSetUp, ResetTwoFactor],
})
export class TwoFactorModule {}
