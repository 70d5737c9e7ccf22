import { Controller } from '@nestjs/common';
import { type InputOf, startSession, stopSession } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { StartSession } from './start-session.ts';
import { StopSession } from './stop-session.ts';

@Controller()
export class SessionsController {
  constructor(
    private readonly start: StartSession,
    private readonly stop: StopSession,
  ) {}

  @Serves(startSession)
  postStart(@FromRequest() input: InputOf<typeof startSession>, @FromCaller() caller: Caller) {
    return this.start.run(input.params.companyId, input.body.taskIds, caller);
  }

  @Serves(stopSession)
  postStop(@FromRequest() input: InputOf<typeof stopSession>, @FromCaller() caller: Caller) {
    return this.stop.run(input.params.companyId, caller);
  }
}
