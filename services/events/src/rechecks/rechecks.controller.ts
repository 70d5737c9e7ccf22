import { Controller } from '@nestjs/common';
import { type InputOf, recheckEvent } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { RecheckEvent } from './recheck-event.ts';

@Controller()
export class RechecksController {
  constructor(private readonly recheck: RecheckEvent) {}

  @Serves(recheckEvent)
  post(@FromRequest() { params }: InputOf<typeof recheckEvent>, @FromCaller() caller: Caller) {
    return this.recheck.run(params.id, caller);
  }
}
