import { Controller } from '@nestjs/common';
import { type InputOf, internalTelegramSignIn } from '@leakwatch/contracts';
import { FromRequest, Serves } from '@leakwatch/platform';
import { SignIn } from './sign-in.ts';

@Controller()
export class TelegramSignInController {
  constructor(private readonly signIn: SignIn) {}

  @Serves(internalTelegramSignIn)
  post(@FromRequest() { body }: InputOf<typeof internalTelegramSignIn>) {
    return this.signIn.run(body);
  }
}
