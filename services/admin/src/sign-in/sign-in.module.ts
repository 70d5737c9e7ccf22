import { Module } from '@nestjs/common';
import { BotCheckModule } from '../bot-check/bot-check.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import { ConfirmSecondFactor } from './confirm-second-factor.ts';
import { LogIn } from './log-in.ts';
import { LoginRateLimit } from './login-rate-limit.ts';
import { SignInController } from './sign-in.controller.ts';

@Module({
  imports: [BotCheckModule, SessionsModule, TwoFactorModule],
  controllers: [SignInController],
  providers: [LogIn, LoginRateLimit, ConfirmSecondFactor],
})
export class SignInModule {}
