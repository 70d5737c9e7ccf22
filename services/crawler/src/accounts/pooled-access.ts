import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { AccountUse } from './account-use.ts';
import type { Access, Rate, SeenWindow, UpstreamRequest } from './access.port.ts';
import type { ProxyAddress } from './proxy-connection.ts';
import { openSocket } from './proxy-socket.ts';
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

/** What an access reaches the upstream through. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly proxy: ProxyAddress | null;
  readonly connectMs: number;
}

/** The access of one step. */
export class PooledAccess implements Access {
  readonly account: string | null;
  readonly login: string | null;
  readonly secret: string | null;
  readonly holding: object;
  /** The upstream has answered a request. */
  answered = false;
  private readonly own = new WeakSet<UpstreamError>();
  /** The windows in which requests were spent whose answers were not recorded yet, by resource. */
  private readonly open = new Map<string, number[]>();
  private readonly closers: (() => Promise<void>)[] = [];

  constructor(
    private readonly means: Means,
    private readonly windows: RateWindows,
    private readonly use: AccountUse,
    private readonly route: Route,
    private readonly signal: AbortSignal,
  ) {
    this.holding = means;
    this.account = means.account?.id ?? null;
    this.login = means.account?.login ?? null;
    this.secret = means.account?.secret ?? null;
  }

  /** Whether `spend` threw the error, so that no request was sent. */
  isOwn = (error: UpstreamError): boolean => this.own.has(error);

  readonly fetch = async (address: string, request: UpstreamRequest): Promise<Response> => {
    const signal = AbortSignal.any([request.signal, this.signal]);
    const response = await sendRequest(this.route.dispatcher, address, { ...request, signal });
    this.answered = true;
    return response;
  };

  readonly connect = async (host: string, port: number): Promise<Socket> => {
    this.signal.throwIfAborted();
    const { proxy, connectMs } = this.route;
    const socket = await openSocket(proxy, { host, port }, { connectMs, signal: this.signal });
    this.answered = true;
    this.closing(async () => void socket.destroy());
    return socket;
  };

  readonly closing = (close: () => Promise<void>): void => void this.closers.push(close);

  /** Closes what the step opened, the last first. Never throws. */
  async close(): Promise<void> {
    for (let close = this.closers.pop(); close !== undefined; close = this.closers.pop()) await close().catch(() => undefined);
  }

  readonly spend = async (resource: string): Promise<void> => {
    this.signal.throwIfAborted();
    const rate = rateOf(this.means, resource);
    const { wait, window } = await this.windows.spend(windowKeyOf(this.means, resource, rate), rate);
    if (wait > 0) {
      const refusal = new UpstreamError('limited', { resource, seconds: Math.ceil(wait / 1000) });
      this.own.add(refusal);
      throw refusal;
    }
    this.use.count('request', this.means.source, this.account);
    this.open.set(resource, [...(this.open.get(resource) ?? []), window]);
  };

  readonly saw = async (resource: string, seen: SeenWindow): Promise<void> => {
    const [window, ...others] = this.open.get(resource) ?? [];
    this.open.set(resource, others);
    await this.windows.saw(windowKeyOf(this.means, resource, rateOf(this.means, resource)), seen, window);
  };
}
