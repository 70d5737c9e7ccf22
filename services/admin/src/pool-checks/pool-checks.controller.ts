import { Controller } from '@nestjs/common';
import { checkProxies, checkServiceAccounts, type InputOf, internalBeginCheck, internalEndCheck } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { AskChecks } from './ask-checks.ts';
import { BeginCheck } from './begin-check.ts';
import { ReportCheck } from './report-check.ts';

@Controller()
export class PoolChecksController {
  constructor(
    private readonly askChecks: AskChecks,
    private readonly beginCheck: BeginCheck,
    private readonly reportCheck: ReportCheck,
  ) {}

  @Serves(checkServiceAccounts)
  postAccounts(@FromRequest() { body }: InputOf<typeof checkServiceAccounts>, @FromCaller() caller: Caller) {
    return this.askChecks.run('account', body.ids, caller);
  }

  @Serves(checkProxies)
  postProxies(@FromRequest() { body }: InputOf<typeof checkProxies>, @FromCaller() caller: Caller) {
    return this.askChecks.run('proxy', body.ids, caller);
  }

  @Serves(internalBeginCheck)
  postBegin(@FromRequest() { body }: InputOf<typeof internalBeginCheck>) {
    return this.beginCheck.run(body.check);
  }

  @Serves(internalEndCheck)
  async postEnd(@FromRequest() { body }: InputOf<typeof internalEndCheck>) {
    await this.reportCheck.run(body);
    return { ok: true };
  }
}
