import { Controller } from '@nestjs/common';
import { getSettings, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { ComposeSettings } from './compose-settings.ts';

@Controller()
export class SettingsController {
  constructor(private readonly compose: ComposeSettings) {}

  @Serves(getSettings)
  get(@FromRequest() { query }: InputOf<typeof getSettings>, @FromCaller() caller: Caller) {
    return this.compose.run(query.intro, caller);
  }
}
