import { randomBytes } from 'node:crypto';
import type { TlObject } from '../tl/values.ts';
import type { AgreedKey } from './key-exchange.ts';

/** What has to be known of a connection to end it, or to send it something. */
interface Connected {
  readonly address: string;
  readonly close: () => void;
  readonly notify: (update: TlObject) => void;
}

/** An authorisation key, and who is signed in with it. */
export interface Authorisation {
  readonly dc: number;
  readonly key: Buffer;
  readonly id: bigint;
  salt: bigint;
  inited: boolean;
  /** Phone of the signed-in user. */
  phone: string | null;
  /** Whose password is due. */
  passwordOf: string | null;
  /** The error with which every request is refused: the session was ended. */
  ended: string | null;
  readonly connections: Set<Connected>;
  readonly acknowledged: Set<bigint>;
}

/** The keys of all data centres; each has its own. */
export class Authorisations {
  private readonly known = new Map<string, Authorisation>();

  find = (dc: number, id: bigint): Authorisation | undefined => this.known.get(`${dc} ${id}`);

  add(dc: number, { key, id, salt }: AgreedKey): Authorisation {
    const free = { inited: false, phone: null, passwordOf: null, ended: null };
    const added = { dc, key, id, salt, ...free, connections: new Set<Connected>(), acknowledged: new Set<bigint>() };
    this.known.set(`${dc} ${id}`, added);
    return added;
  }

  all = (): readonly Authorisation[] => [...this.known.values()];

  /** Every client must learn a new salt with its next message. */
  changeSalts(): void {
    for (const one of this.known.values()) one.salt = randomBytes(8).readBigInt64LE();
  }
}
