import type { Socket } from 'node:net';

/** Requests that an upstream allows in a window, counted for each account or for each address that requests come from. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
  readonly by: 'account' | 'address';
}

/** What an answer says of the window of a resource. */
export interface SeenWindow {
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly seconds: number;
}

export interface UpstreamRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** A longer answer is an error, `broken_answer`; a default applies when not given. */
  readonly maximumBytes?: number;
  /**
   * followed (the default): redirects within the origin, others are an error, so that no answer sends a token to another server.
   * returned: the caller decides, and sends nothing secret.
   */
  readonly redirects?: 'followed' | 'returned';
}

/** The means with which a source makes requests: one account with its proxy, leased for one step. */
export interface Access {
  /** Id of the account; null for anonymous requests. */
  readonly account: string | null;
  readonly login: string | null;
  /** The same object for the keeper of an account and the steps that borrow it under one lease. */
  readonly holding?: object;
  /** The account's token or password; null for anonymous requests. */
  readonly secret: string | null;
  /**
   * Sends a GET request through the account's proxy, with limits of time and size. Returns whatever the upstream answers.
   * @throws UpstreamError proxy_failed, unavailable, broken_answer; the signal's reason when it was aborted
   */
  readonly fetch: (address: string, request: UpstreamRequest) => Promise<Response>;
  /**
   * Opens a TCP connection through the account's proxy, for upstreams that do not speak HTTP. It is closed when the step ends.
   * @throws UpstreamError proxy_failed, unavailable; the signal's reason when it was aborted
   */
  readonly connect: (host: string, port: number) => Promise<Socket>;
  /** Registers what is closed when the step ends, before another worker may use the account. */
  readonly closing: (close: () => Promise<void>) => void;
  /** Counts a request of a resource before it is sent. @throws UpstreamError limited when the window is used up */
  readonly spend: (resource: string) => Promise<void>;
  /** Records what an answer says of a window; every worker obeys it. */
  readonly saw: (resource: string, window: SeenWindow) => Promise<void>;
}
