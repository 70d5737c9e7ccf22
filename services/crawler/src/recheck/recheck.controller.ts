import { Controller } from '@nestjs/common';
import { type InputOf, internalRecheck } from '@leakwatch/contracts';
import { FromRequest, Serves } from '@leakwatch/platform';
import { RecheckDocument } from './recheck-document.ts';

@Controller()
export class RecheckController {
  constructor(private readonly recheck: RecheckDocument) {}

  @Serves(internalRecheck)
  post(@FromRequest() { body }: InputOf<typeof internalRecheck>) {
    return this.recheck.run(body);
  }
}
