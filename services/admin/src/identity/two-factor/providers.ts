import { AddTwoFactor } from './add-two-factor.ts';
import { CodeThrottle } from './code-throttle.ts';
import { ConfirmTwoFactor } from './confirm-two-factor.ts';
import { DescribeTwoFactor } from './describe-two-factor.ts';
import { DisableTwoFactor } from './disable-two-factor.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.ts';
import { ResetTwoFactor } from './reset-two-factor.ts';
import { SpendCode } from './spend-code.ts';

/** What the second factor brings to the service's module. */
export const twoFactorProviders = [
  CodeThrottle,
  SpendCode,
  DescribeTwoFactor,
  AddTwoFactor,
  ConfirmTwoFactor,
  DisableTwoFactor,
  RenewRecoveryCodes,
  ResetTwoFactor,
];
