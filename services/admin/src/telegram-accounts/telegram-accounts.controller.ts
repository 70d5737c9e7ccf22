import { Controller } from '@nestjs/common';
import {
  type InputOf,
  loginTelegram,
  loginTelegramPost,
  logoutTelegram,
  logoutTelegramPost,
  runTelegram,
  runTelegramPost,
  stopTelegram,
  stopTelegramPost,
} from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { SignInTelegram } from './sign-in-telegram.ts';
import { SignOutTelegram } from './sign-out-telegram.ts';
import { UseTelegram } from './use-telegram.ts';

@Controller()
export class TelegramAccountsController {
  constructor(
    private readonly signIn: SignInTelegram,
    private readonly signOut: SignOutTelegram,
    private readonly use: UseTelegram,
  ) {}

  @Serves(loginTelegram)
  getLogin(@FromRequest() { query }: InputOf<typeof loginTelegram>, @FromCaller() caller: Caller) {
    return this.signIn.run(query, caller);
  }

  @Serves(loginTelegramPost)
  postLogin(@FromRequest() { body }: InputOf<typeof loginTelegramPost>, @FromCaller() caller: Caller) {
    return this.signIn.run(body, caller);
  }

  @Serves(logoutTelegram)
  getLogout(@FromRequest() { query }: InputOf<typeof logoutTelegram>, @FromCaller() caller: Caller) {
    return this.signOut.run(query, caller);
  }

  @Serves(logoutTelegramPost)
  postLogout(@FromRequest() { body }: InputOf<typeof logoutTelegramPost>, @FromCaller() caller: Caller) {
    return this.signOut.run(body, caller);
  }

  @Serves(runTelegram)
  getRun(@FromRequest() { query }: InputOf<typeof runTelegram>, @FromCaller() caller: Caller) {
    return this.use.run(query, 'run', caller);
  }

  @Serves(runTelegramPost)
  postRun(@FromRequest() { body }: InputOf<typeof runTelegramPost>, @FromCaller() caller: Caller) {
    return this.use.run(body, 'run', caller);
  }

  @Serves(stopTelegram)
  getStop(@FromRequest() { query }: InputOf<typeof stopTelegram>, @FromCaller() caller: Caller) {
    return this.use.run(query, 'stop', caller);
  }

  @Serves(stopTelegramPost)
  postStop(@FromRequest() { body }: InputOf<typeof stopTelegramPost>, @FromCaller() caller: Caller) {
    return this.use.run(body, 'stop', caller);
  }
}
