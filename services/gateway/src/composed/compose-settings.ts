import { internalEventCounts, internalIdentity, internalTaskCounts, type SettingsAnswer } from '@leakwatch/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller, ServiceClients, SETTINGS } from '@leakwatch/platform';
import type { GatewaySettings } from '../settings.ts';
import { PART_MS, whenAway } from './when-away.ts';

/** `/api/settings/`: the signed-in account from admin, the badges from the services that own what is counted. */
@Injectable()
export class ComposeSettings {
  constructor(
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
    private readonly services: ServiceClients,
  ) {}

  /** Counts of a service that does not answer are 0, so that the frame works without it. */
  async run(intro: 'false' | undefined, caller: Caller): Promise<SettingsAnswer> {
    // The internal routes are for services; the gateway asks on the caller's behalf.
    const asking: Caller = { ...caller, service: 'gateway' };
    const [identity, tasks, events] = await Promise.all([
      this.services.call(internalIdentity, asking, { query: { intro } }),
      this.services.call(internalTaskCounts, asking, { withinMs: PART_MS }).catch(whenAway({ tasks: 0 })),
      this.services.call(internalEventCounts, asking, { withinMs: PART_MS }).catch(whenAway({ events: 0, rules: 0 })),
    ]);
    const { notifications, ...rest } = identity;
    return { ...rest, counts: { ...tasks, ...events, notifications }, support_contact: this.settings.SUPPORT_CONTACT ?? null };
  }
}
