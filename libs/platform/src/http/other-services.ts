import type { Settings } from '../config/settings.ts';
import type { CallerSigner } from './caller.ts';
import { ServiceClient } from './service-client.ts';

/** The services that are asked by others, each at its addresses of the settings. */
export class OtherServices {
  readonly admin: ServiceClient;
  readonly tasks: ServiceClient;
  readonly events: ServiceClient;

  constructor(settings: Pick<Settings, 'ADMIN_URL' | 'TASKS_URL' | 'EVENTS_URL'>, signer: CallerSigner) {
    this.admin = new ServiceClient(settings.ADMIN_URL, signer);
    this.tasks = new ServiceClient(settings.TASKS_URL, signer);
    this.events = new ServiceClient(settings.EVENTS_URL, signer);
  }
}
