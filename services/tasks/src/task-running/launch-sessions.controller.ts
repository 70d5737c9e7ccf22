import { Controller } from '@nestjs/common';
import { type InputOf, startSession, stopSession } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, noteOrganisations, NotFound, Serves } from '@leakwatch/platform';
import { StartLaunchSession } from './start-launch-session.ts';
import { StopLaunchSession } from './stop-launch-session.ts';

@Controller()
export class LaunchSessionsController {
  constructor(
    private readonly start: StartLaunchSession,
    private readonly stop: StopLaunchSession,
  ) {}

  @Serves(startSession)
  postStart(@FromRequest() input: InputOf<typeof startSession>, @FromCaller() caller: Caller) {
    return this.start.run(requireCompany(caller, input.params.companyId), input.body.taskIds, caller);
  }

  @Serves(stopSession)
  postStop(@FromRequest() input: InputOf<typeof stopSession>, @FromCaller() caller: Caller) {
    return this.stop.run(requireCompany(caller, input.params.companyId), caller);
  }
}

/** Staff may name any company, a user only their own: another one answers NotFound, as if it did not exist. */
function requireCompany(caller: Caller, company: string): string {
  if (!caller.staff && caller.organisation !== company) throw new NotFound();
  noteOrganisations(caller, [company]);
  return company;
}
