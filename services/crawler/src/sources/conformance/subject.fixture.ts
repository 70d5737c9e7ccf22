import type { TaskChange } from '@leakwatch/contracts';
import type { HostApi } from '@leakwatch/simulators';
import type { UnitSource } from '../unit-source.port.ts';

/** The word of every document, and that of the documents with odd numbers. */
export const ALPHA = 'alphaleak';
export const BETA = 'betaleak';

/** What document `number` says. */
export const textOf = (number: number): string => `document ${number} holds ${ALPHA}${number % 2 === 1 ? ` and ${BETA}` : ''}\n`;

/** What an upstream does to every request until it is changed. */
export type Fault =
  | 'unavailable'
  /** The connection is cut before an answer. */
  | 'cut'
  /** Answers that break off, have another shape, are a page for people, lead elsewhere, or do not end. */
  | 'broken'
  | 'other_shape'
  | 'web_page'
  | 'redirect'
  | 'endless'
  /** A limit that lasts ten minutes. */
  | 'limited';

/** The faults of an upstream that speaks HTTP. */
export const HTTP_FAULTS: readonly Fault[] = ['unavailable', 'cut', 'broken', 'other_shape', 'web_page', 'redirect', 'endless'];

export const LIMIT_SECONDS = 600;

/** A source with the simulator that it reads, and a corpus whose truth is known. */
export interface Subject {
  readonly source: UnitSource;
  /** Two accounts that the upstream accepts; none where the source needs none. */
  readonly accounts: readonly { readonly login: string; readonly secret: string }[];
  /** What a task needs besides its patterns. */
  readonly task: Partial<TaskChange>;
  /** Every unit names every document, whatever its words are: a channel, a stream, whole repositories. */
  readonly namesAll: boolean;
  /** The upstream's number of results is an estimate, which shows no page that moved. */
  readonly estimates?: true;
  /** Documents that are named by one answer; another one follows for more. */
  readonly pageSize: number;
  /** The faults that it can have, besides the limit. */
  readonly faults: readonly Fault[];
  /** Requests go through the account's proxy. */
  readonly hasNetwork: boolean;
  /** Requests that reached the upstream. */
  readonly requests: () => number;
  /** Adds a document, before the others where the upstream has an order. */
  readonly put: (number: number) => void;
  readonly remove: (number: number) => void;
  /** As findings name it. */
  readonly pathOf: (number: number) => string;
  readonly suffer: (fault: Fault | null) => void;
  /** The upstream refuses an account from now on; without accounts, everybody. */
  readonly refuse: (login: string, why: 'revoked' | 'suspended') => void;
  /** The upstream no longer refuses requests. */
  readonly accept: () => void;
  readonly close: () => Promise<void>;
}

/** The faults of a simulator of libs/simulators. */
export const sufferOf =
  (api: HostApi) =>
  (fault: Fault | null): void => {
    const behaviours: Readonly<Record<Fault, HostApi['behaviour']>> = {
      unavailable: { kind: 'status', status: 502 },
      cut: { kind: 'cut' },
      broken: { kind: 'broken_json' },
      other_shape: { kind: 'other_shape' },
      web_page: { kind: 'web_page' },
      redirect: { kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' },
      endless: { kind: 'endless' },
      limited: { kind: 'limited', seconds: LIMIT_SECONDS },
    };
    api.behaviour = fault === null ? { kind: 'plain' } : behaviours[fault];
  };
