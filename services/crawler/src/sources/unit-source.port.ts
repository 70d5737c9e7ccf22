import type { Finding, TaskChange } from '@leakwatch/contracts';
import type { LaunchErrorCode, SourceType } from '@leakwatch/vocabulary';
import type { Access, Rate } from '../accounts/access.port.ts';
import type { Readers } from '../accounts/wanted.ts';

/** What is stored of a unit between two runs: anything that JSON can hold. A source parses what it gets back. */
export type Stored = unknown;

/** A unit that a task needs: something that is read once for every task that needs it. */
export interface UnitNeed {
  /** Identifies the unit among those of its source; equal keys mean equal requests. */
  readonly key: string;
  /** What to ask for, in the source's own form. */
  readonly request: Stored;
  /** Ids of the task's patterns that the unit serves; `all` for a stream, which serves every pattern. */
  readonly patterns: readonly string[] | 'all';
}

/** A document that an answer names. It is kept until the document has been read. */
export interface Reference {
  /** Identifies the document among those of its source, whatever its version and whichever query names it. */
  readonly key: string;
  /** Equal versions have equal content: a blob id, a time of change. */
  readonly version: string;
  readonly container: Finding['container'];
  /**
   * What `fetch` needs, in the source's own form; at most some kilobytes. Where an answer holds the short documents that it names, the
   * hint is the document, and `fetch` asks for nothing.
   */
  readonly hint: Stored;
}

/** One answer of the upstream. */
export interface Answer {
  readonly references: readonly Reference[];
  /** Asked before the slices that wait already: the next page, or the parts into which a slice was split. */
  readonly more: readonly Stored[];
  /**
   * The upstream's number of results, with the first answer of each part that is read; undefined where it gives none. Below zero: results
   * that an earlier number counted and that are left out.
   */
  readonly total?: number | undefined;
  /** The upstream has results that it does not give, and the slice is not split. */
  readonly capped?: boolean;
  /** The upstream says that its answer is incomplete, or documents were missed since the last answer. */
  readonly incomplete?: boolean;
  /** Replaces the unit's state when the references have been stored. */
  readonly state?: Stored;
  /**
   * The references are all of a part of the unit, of which the upstream can say later whether it has changed. It is remembered once every document of
   * it is read; `recall` gives the value then.
   */
  readonly part?: { readonly key: string; readonly value: Stored };
  /** Key of a part that is remembered and has not changed: its documents count as if the answer named them. */
  readonly unchanged?: string;
}

/** One document of a reference. A gist has several: its files and comments. */
export interface FetchedDocument {
  readonly path: string;
  /** undefined for a document that is not read; `unread` says why. not_text: of a kind that is not read, such as an archive. */
  readonly bytes: Uint8Array | undefined;
  readonly unread?: UnreadReason | 'not_text';
  /** The version that was read, where the upstream gives the newest one only. */
  readonly version?: string;
  readonly commit: { readonly id: string; readonly author: string; readonly committedAt: Date } | null;
  /** The page that shows a line of the document to people. */
  readonly urlAt: (line: number) => string;
}

/**
 * gone: deleted, or private by now; refused: the upstream does not give it to anybody; oversize: over the bound of a document; unavailable: the
 * upstream failed at it in the last try.
 */
export type UnreadReason = 'gone' | 'refused' | 'oversize' | 'unavailable';

export interface AskContext {
  readonly request: Stored;
  /** What the last stored answer left; undefined before the first one. */
  readonly state: Stored | undefined;
  /** What is remembered of a part; undefined where it has to be listed. */
  readonly recall: (key: string) => Promise<Stored | undefined>;
  readonly access: Access;
  readonly signal: AbortSignal;
}

export interface FetchContext extends Pick<AskContext, 'access' | 'signal'> {
  /** Where a reference has several documents: those that the upstream gives are worth more than a failure, which nothing follows. */
  readonly isLastTry?: boolean;
}

/** Every source but git repositories, which are read as mirrors. */
export type UnitSourceType = Exclude<SourceType, 'git_repo'>;

/**
 * How one source is read. It knows its upstream and nothing of tasks' launches, tables and the bus. `ask` and `fetch` throw
 * UpstreamError for every failure of the upstream, and the signal's reason when it is aborted; they never wait for a limit and never
 * retry: the runner decides.
 */
export interface UnitSource {
  readonly kind: UnitSourceType;
  /** Rates of the upstream's resources; they hold until its answers say more. */
  readonly rates: Readonly<Record<string, Rate>>;
  /** The resources that `ask` and `fetch` spend. */
  readonly resources: { readonly ask: (request: Stored) => string; readonly fetch: string };
  /** Whether it can be asked with an account only, without one too, or without one alone. */
  readonly accounts: 'required' | 'optional' | 'none';
  /**
   * Whose patterns a document meets: those of every task that selected the source, or of the tasks that need its unit. A task that comes to
   * need a unit of the second kind makes it be read from the beginning, as a new pattern does.
   */
  readonly audience?: 'source' | 'subscribers';
  /** Where not every account may read a unit. Undefined for a unit that any account reads. */
  accountsFor?(request: Stored, state: Stored | undefined): Readers | undefined;
  /** Under which people see that no account may read a unit; undefined for `no_member`. */
  outsideCode?(state: Stored | undefined): LaunchErrorCode | undefined;
  /** The slice that asks for what is new, where an upstream says by itself that there is something; every pass begins with it. */
  news?(state: Stored | undefined): Stored | undefined;
  /** What of a state outlives it when the unit is read from its beginning again. */
  kept?(state: Stored | undefined): Stored | undefined;
  /** For how long a pass that nobody could continue goes on where it was; an hour when not given. Then it begins again. */
  readonly passKeptSeconds?: number;
  /** Documents that may be fetched at once with one account. */
  readonly fetchesAtOnce: number;
  /**
   * Fetches of a document in a pass, after which the next pass goes on with it. Few where the list of what is new is short: it is not asked again
   * before the pass is over.
   */
  readonly documentTries?: number;
  /** The units that a task needs. A pattern that no unit serves cannot be asked of this source. */
  unitsFor(task: TaskChange): readonly UnitNeed[];
  /** The slices with which a pass over the unit begins. */
  plan(request: Stored, state: Stored | undefined): readonly Stored[];
  /**
   * One cheap request that says whether the upstream accepts the account; where staff can check accounts of the source.
   * @throws UpstreamError as `ask`
   */
  readonly tryAccount?: (access: Access, signal: AbortSignal) => Promise<void>;
  /** Where a proxy for the source must connect to; given with `accounts` other than none. */
  readonly server?: { readonly host: string; readonly port: number };
  ask(slice: Stored, context: AskContext): Promise<Answer>;
  /**
   * Whether a slice is about one of many that the pass found, such as a repository: the pass leaves it out where the upstream keeps failing at it. Gives
   * the state with which the pass then goes on, where that changes; undefined for a slice that is asked until it is answered.
   */
  leaving?(slice: Stored, state: Stored | undefined): Pick<Answer, 'state'> | undefined;
  /**
   * Where a text may be given cut: how many bytes of it were read as the version that is known, when more of it is read as another version now. Undefined
   * when the known version is no beginning of this one.
   */
  readBefore?(known: string, version: string): number | undefined;
  /** Every document of the reference; at least one, which may be unread. */
  fetch(reference: Reference, context: FetchContext): Promise<readonly FetchedDocument[]>;
}

/** Every source that is read in units; see `sources.module.ts`. */
export const UNIT_SOURCES = Symbol('unit sources');
