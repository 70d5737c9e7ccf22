import { Controller } from '@nestjs/common';
import { beginActing, endActing, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { ActInOrganisation } from './act-in-organisation.ts';

@Controller()
export class ActingController {
  constructor(private readonly act: ActInOrganisation) {}

  @Serves(beginActing)
  async postBegin(@FromRequest() { params }: InputOf<typeof beginActing>, @FromCaller() caller: Caller) {
    return { until: (await this.act.begin(params.id, caller)).toISOString() };
  }

  @Serves(endActing)
  async postEnd(@FromCaller() caller: Caller) {
    await this.act.end(caller);
    return { ok: true } as const;
  }
}
