import type { z } from 'zod';
import type { Caller, CallerSigner } from './caller.ts';
import { addressSetting, type CalledRoute, type CallInput, ServiceClient } from './service-client.ts';

/**
 * Calls the other services, each at its address of the settings: a route of `admin` goes to `ADMIN_URL`. A service declares
 * the addresses of those that it calls among its settings.
 */
export class ServiceClients {
  private readonly clients = new Map<string, ServiceClient>();
  private readonly settings: Readonly<Record<string, unknown>>;
  private readonly signer: CallerSigner;

  constructor(settings: object, signer: CallerSigner) {
    this.settings = { ...settings };
    this.signer = signer;
  }

  /** Throws Unavailable when the service does not answer, and its own error with the same code when it refuses. */
  call<A extends z.ZodType>(route: CalledRoute<A>, caller: Caller, input: CallInput = {}): Promise<z.output<A>> {
    return this.clientOf(route.service).call(route, caller, input);
  }

  private clientOf(service: string): ServiceClient {
    const known = this.clients.get(service);
    if (known !== undefined) return known;
    const address = this.settings[addressSetting(service)];
    if (typeof address !== 'string') throw new Error(`${addressSetting(service)} is not among the settings of this service`);
    const client = new ServiceClient(address, this.signer);
    this.clients.set(service, client);
    return client;
  }
}
