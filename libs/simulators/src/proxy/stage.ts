/** How a simulated proxy answers from now on; normally by default. */
export type ProxyBehaviour =
  | { readonly kind: 'plain' }
  /** HTTP 407, or the failure of the SOCKS sub-negotiation. */
  | { readonly kind: 'refused_credentials' }
  /** HTTP 502, or the SOCKS reply `connection refused`. */
  | { readonly kind: 'bad_gateway' }
  /** The port is closed. */
  | { readonly kind: 'dead' }
  /** Connections are accepted and never answered. */
  | { readonly kind: 'held' }
  /** The connection is reset once this many bytes of the target's answer have passed. */
  | { readonly kind: 'cut'; readonly afterBytes: number };

export interface ProxyConnection {
  /** null where the proxy asks for no credentials. */
  readonly user: string | null;
  /** `host:port` */
  readonly target: string;
}

export interface ProxyOptions {
  readonly kind: 'http' | 'socks5';
  readonly credentials?: { readonly user: string; readonly password: string };
  readonly port?: number;
  /** Local address of outgoing connections, such as 127.0.0.5: a target can tell proxies apart by it. Linux only. */
  readonly exit?: string;
}

export interface SimulatedProxy {
  readonly address: { readonly host: string; readonly port: number };
  /** Connections and absolute-form requests that were accepted, in order. */
  readonly connections: readonly ProxyConnection[];
  behaviour: ProxyBehaviour;
  close(): Promise<void>;
}

/** What the two kinds of proxies share. */
export interface ProxyStage {
  readonly options: ProxyOptions;
  readonly behaviour: () => ProxyBehaviour;
  readonly accepted: (connection: ProxyConnection) => void;
}
