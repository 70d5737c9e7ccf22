import { Controller } from '@nestjs/common';
import { type InputOf, revealEvent } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { RevealEvent } from './reveal-event.ts';

@Controller()
export class RevealsController {
  constructor(private readonly reveal: RevealEvent) {}

  @Serves(revealEvent)
  postReveal(@FromRequest() { params }: InputOf<typeof revealEvent>, @FromCaller() caller: Caller) {
    return this.reveal.run(params.id, caller);
  }
}
