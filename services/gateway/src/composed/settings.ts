import { getSettings, internalEventCounts, internalIdentity, internalTaskCounts, type SettingsAnswer } from '@leakwatch/contracts';
import { type Caller, InvalidRequest, LeakwatchError, type OtherServices, type ServiceSettings } from '@leakwatch/platform';

/** `/api/settings/`: who is signed in from admin, the badges from the services that own what is counted. */
export class SettingsComposer {
  private readonly services: OtherServices;
  private readonly supportContact: string | null;

  constructor(settings: ServiceSettings, services: OtherServices) {
    this.services = services;
    this.supportContact = settings.SUPPORT_CONTACT ?? null;
  }

  /** Counts of a service that is away are 0: the frame must not go down with it. */
  async compose(query: unknown, caller: Caller): Promise<SettingsAnswer> {
    const checked = getSettings.query.safeParse(query);
    if (!checked.success) throw new InvalidRequest('invalid_request', { intro: 'invalid_value' });
    // The internal routes are for services; the gateway asks on the caller's behalf.
    const asking: Caller = { ...caller, service: 'gateway' };
    const [identity, tasks, events] = await Promise.all([
      this.services.admin.call(internalIdentity, asking, { query: { intro: checked.data.intro } }),
      this.services.tasks.call(internalTaskCounts, asking).catch(whenAway({ tasks: 0 })),
      this.services.events.call(internalEventCounts, asking).catch(whenAway({ events: 0, rules: 0 })),
    ]);
    const { notifications, ...rest } = identity;
    return { ...rest, counts: { ...tasks, ...events, notifications }, support_contact: this.supportContact };
  }
}

const whenAway =
  <T>(counts: T) =>
  (error: unknown): T => {
    if (error instanceof LeakwatchError && error.status === 503) return counts;
    throw error;
  };
