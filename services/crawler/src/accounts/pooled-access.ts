import type { Dispatcher } from 'undici';
import type { Access, Rate, SeenWindow, UpstreamRequest } from './access.port.ts';
import type { RateWindows, WindowKey } from './rate-windows.ts';
import { sendRequest } from './send-request.ts';
import { UpstreamError } from './upstream-error.ts';

/** With what requests are made. */
export interface Means {
  readonly source: string;
  readonly rates: Readonly<Record<string, Rate>>;
  readonly account: { readonly id: string; readonly login: string; readonly secret: string | null } | null;
  /** As which the upstream sees the requests: `host:port` of the proxy, or `direct`. */
  readonly address: string;
}

/** Whose window a resource has. Without an account the upstream counts by address, whatever it counts by otherwise. */
export const windowKeyOf = ({ source, account, address }: Means, resource: string, rate: Rate): WindowKey => ({
  source,
  resource,
  of: account !== null && rate.by === 'account' ? `account:${account.id}` : `address:${address}`,
});

export function rateOf({ source, rates }: Means, resource: string): Rate {
  const rate = rates[resource];
  if (rate === undefined) throw new Error(`${source} has no rate for ${resource}`);
  return rate;
}

/** The access of one step. */
export class PooledAccess implements Access {
  readonly login: string | null;
  readonly secret: string | null;
  /** The upstream has answered a request. */
  answered = false;
  private readonly own = new WeakSet<UpstreamError>();
  /** The windows in which requests were spent whose answers were not recorded yet, by resource. */
  private readonly open = new Map<string, number[]>();

  constructor(
    private readonly means: Means,
    private readonly windows: RateWindows,
    private readonly dispatcher: Dispatcher,
    private readonly signal: AbortSignal,
  ) {
    this.login = means.account?.login ?? null;
    this.secret = means.account?.secret ?? null;
  }

  /** Whether `spend` threw the error, so that no request was sent. */
  isOwn = (error: UpstreamError): boolean => this.own.has(error);

  readonly fetch = async (address: string, request: UpstreamRequest): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, this.signal]);
    const response = await sendRequest(this.dispatcher, address, { ...request, signal });
    this.answered = true;
    return response;
  };

  readonly spend = async (resource: string): Promise<void> => {
    this.signal.throwIfAborted();
    const rate = rateOf(this.means, resource);
    const { wait, window } = await this.windows.spend(windowKeyOf(this.means, resource, rate), rate);
    if (wait > 0) {
      const refusal = new UpstreamError('limited', { resource, seconds: Math.ceil(wait / 1000) });
      this.own.add(refusal);
      throw refusal;
    }
    this.open.set(resource, [...(this.open.get(resource) ?? []), window]);
  };

  readonly saw = async (resource: string, seen: SeenWindow): Promise<void> => {
    const [window, ...others] = this.open.get(resource) ?? [];
    this.open.set(resource, others);
    await this.windows.saw(windowKeyOf(this.means, resource, rateOf(this.means, resource)), seen, window);
  };
}
