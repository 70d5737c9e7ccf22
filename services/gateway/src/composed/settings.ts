import { getSettings, internalEventCounts, internalIdentity, internalTaskCounts, type SettingsAnswer } from '@leakwatch/contracts';
import { type Caller, type CallerSigner, InvalidRequest, LeakwatchError, ServiceClient, type ServiceSettings } from '@leakwatch/platform';

/** `/api/settings/`: who is signed in from admin, the badges from the services that own what is counted. */
export class SettingsComposer {
  private readonly admin: ServiceClient;
  private readonly tasks: ServiceClient;
  private readonly events: ServiceClient;
  private readonly supportContact: string | null;

  constructor(settings: ServiceSettings, signer: CallerSigner) {
    this.admin = new ServiceClient(settings.ADMIN_URL, signer);
    this.tasks = new ServiceClient(settings.TASKS_URL, signer);
    this.events = new ServiceClient(settings.EVENTS_URL, signer);
    this.supportContact = settings.SUPPORT_CONTACT ?? null;
  }

  /** Counts of a service that is away are 0: the frame must not go down with it. */
  async compose(query: unknown, caller: Caller): Promise<SettingsAnswer> {
    const checked = getSettings.query.safeParse(query);
    if (!checked.success) throw new InvalidRequest('invalid_request', { intro: 'invalid_value' });
    // The internal routes are for services; the gateway asks on the caller's behalf.
    const asking: Caller = { ...caller, service: 'gateway' };
    const [identity, tasks, events] = await Promise.all([
      this.admin.call(internalIdentity, asking, { query: { intro: checked.data.intro } }),
      this.tasks.call(internalTaskCounts, asking).catch(whenAway({ tasks: 0 })),
      this.events.call(internalEventCounts, asking).catch(whenAway({ events: 0, rules: 0 })),
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
