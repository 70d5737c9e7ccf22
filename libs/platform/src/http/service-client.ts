import type { z } from 'zod';
import { LeakwatchError, Unavailable } from '../errors/leakwatch-error.ts';
import { type Caller, CALLER_HEADER, type CallerSigner } from './caller.ts';
import { sentUrl, ServiceAddresses } from './service-addresses.ts';

/** The part of contracts' Route that calling it needs. */
export interface CalledRoute<A extends z.ZodType> {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly answer: A;
  /** How long the route may take, where that is longer than usual; in milliseconds. */
  readonly answerMs?: number;
}

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Milliseconds, for a part of an answer that may be missing; CALL_MS or what the route may take when left out. */
  readonly withinMs?: number;
}

/** A service that takes longer counts as away. */
const CALL_MS = 10_000;

/** The setting that holds the addresses of a service: `ADMIN_URL`. */
export const addressSetting = (service: string): string => `${service.toUpperCase()}_URL`;

/** A caller that speaks for a service itself. */
export const asService = (service: string, requestId: string): Caller => ({
  account: null,
  organisation: null,
  staff: false,
  pending: false,
  session: null,
  service,
  locale: 'ru',
  address: '127.0.0.1',
  user_agent: service,
  request_id: requestId,
});

/** Calls a route of another service with a signed caller context. */
export class ServiceClient {
  private readonly addresses: ServiceAddresses;
  private readonly signer: CallerSigner;

  /** `addresses` as the service's setting spells them. */
  constructor(addresses: string, signer: CallerSigner) {
    this.addresses = new ServiceAddresses(addresses);
    this.signer = signer;
  }

  /** Throws Unavailable when the service does not answer, and its own error with the same code when it refuses. */
  async call<A extends z.ZodType>(route: CalledRoute<A>, caller: Caller, input: CallInput = {}): Promise<z.output<A>> {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, value);
    const url = sentUrl(query.size === 0 ? path : `${path}?${query.toString()}`);
    const request = {
      method: route.method,
      headers: {
        [CALLER_HEADER]: this.signer.seal(caller, { service: route.service, method: route.method, url }),
        'x-request-id': caller.request_id,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: () => JSON.stringify(input.body) }),
      signal: AbortSignal.timeout(input.withinMs ?? Math.max(CALL_MS, route.answerMs ?? 0)),
    };
    const response = await this.addresses.fetch(url, request).catch((error: unknown) => {
      throw new Unavailable('unavailable', error);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return route.answer.parse(answer);
    const code = typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : 'unavailable';
    throw new LeakwatchError(code, response.status >= 500 ? 503 : response.status);
  }
}
