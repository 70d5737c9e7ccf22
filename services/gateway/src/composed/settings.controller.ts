import { Controller } from '@nestjs/common';
import { currentOrganisation, getProfile, getSettings, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { ComposeCompany } from './compose-company.ts';
import { ComposeSettings } from './compose-settings.ts';

@Controller()
export class SettingsController {
  constructor(
    private readonly compose: ComposeSettings,
    private readonly company: ComposeCompany,
  ) {}

  @Serves(getSettings)
  get(@FromRequest() { query }: InputOf<typeof getSettings>, @FromCaller() caller: Caller) {
    return this.compose.run(query.intro, caller);
  }

  @Serves(getProfile)
  getProfile(@FromCaller() caller: Caller) {
    return this.company.profile(caller);
  }

  @Serves(currentOrganisation)
  getOrganisation(@FromCaller() caller: Caller) {
    return this.company.organisation(caller);
  }
}
