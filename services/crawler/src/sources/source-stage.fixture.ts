import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Access, SeenWindow, UpstreamRequest } from '../accounts/access.port.ts';
import { AnswerTooLong, UpstreamError } from '../accounts/upstream-error.ts';
import type { Answer, FetchedDocument, Reference, Stored, UnitSource } from './unit-source.port.ts';

const MAX_REDIRECTS = 3;
const DEFAULT_BYTES = 64 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 307, 308]);

/** An Access as the pool gives it, without proxies: redirects within the origin, bounded in time and size. */
export class StageAccess implements Access {
  readonly spent: string[] = [];
  readonly windows: { resource: string; window: SeenWindow }[] = [];
  /** Resources that are used up, with the seconds until they are not. */
  readonly exhausted = new Map<string, number>();
  readonly account: string | null;
  readonly login: string | null;
  readonly secret: string | null;
  /** While set, no new connection comes about. */
  isUnreachable = false;
  private readonly requestMs: number;

  constructor(secret: string | null = null, requestMs = 20_000, account = 'bot') {
    this.account = secret === null ? null : account;
    this.login = secret === null ? null : 'bot';
    this.secret = secret;
    this.requestMs = requestMs;
  }

  readonly fetch = async (
    address: string,
    { headers = {}, signal, maximumBytes = DEFAULT_BYTES, redirects }: UpstreamRequest,
  ): Promise<Response> => {
    try {
      const response = await follow(new URL(address), headers, AbortSignal.any([signal, AbortSignal.timeout(this.requestMs)]), redirects);
      const body = await readBody(response, maximumBytes);
      const empty = response.status === 204 || response.status === 304;
      return new Response(empty ? null : body, { status: response.status, headers: response.headers });
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      signal.throwIfAborted();
      throw new UpstreamError('unavailable', { cause: error });
    }
  };

  private readonly closers: (() => Promise<void>)[] = [];

  readonly connect = async (host: string, port: number): Promise<Socket> => {
    if (this.isUnreachable) throw new UpstreamError('unavailable');
    const socket = connect({ host, port });
    this.closers.push(async () => void socket.destroy());
    await once(socket, 'connect').catch((cause: unknown) => Promise.reject(new UpstreamError('unavailable', { cause })));
    return socket;
  };

  readonly closing = (close: () => Promise<void>): void => void this.closers.push(close);

  /** Ends a step, as the pool does. */
  async close(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }

  readonly spend = async (resource: string): Promise<void> => {
    const seconds = this.exhausted.get(resource);
    if (seconds !== undefined) throw new UpstreamError('limited', { resource, seconds });
    this.spent.push(resource);
  };

  readonly saw = async (resource: string, window: SeenWindow): Promise<void> => {
    this.windows.push({ resource, window });
  };
}

async function follow(
  first: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  redirects: UpstreamRequest['redirects'],
): Promise<Response> {
  for (let url = first, left = MAX_REDIRECTS; ; left -= 1) {
    const response = await fetch(url.href, { headers, signal, redirect: 'manual' });
    if (redirects === 'returned' || !REDIRECTS.has(response.status)) return response;
    await response.body?.cancel();
    const location = response.headers.get('location') ?? '';
    if (left === 0 || !URL.canParse(location, url.href)) throw new UpstreamError('broken_answer');
    url = new URL(location, url);
    if (url.origin !== first.origin) throw new UpstreamError('broken_answer');
  }
}

async function readBody(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new AnswerTooLong(most);
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

/** What the runner keeps of a unit between two steps. */
export interface Frontier {
  readonly state?: Stored;
  readonly slices: readonly Stored[];
  readonly references: readonly Reference[];
  /** `key version` of what was read. */
  readonly read: readonly string[];
}

const EMPTY: Frontier = { slices: [], references: [], read: [] };
const idOf = ({ key, version }: Pick<Reference, 'key' | 'version'>): string => `${key} ${version}`;
const today = (): string => new Date().toISOString().slice(0, 10);
function roundTrip<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

export interface StageDocument extends FetchedDocument {
  readonly reference: Reference;
}

/** Drives a source as the runner does: one step at a time, with everything that is kept going through JSON. */
export class SourceStage {
  readonly documents: StageDocument[] = [];
  /** Every answer of the passes, in order. */
  readonly answers: Answer[] = [];
  readonly source: UnitSource;
  readonly request: Stored;
  readonly access: StageAccess;
  private state: Stored | undefined;
  private slices: Stored[] = [];
  private references: Reference[] = [];
  private read = new Set<string>();
  /** What was read or waits to be. */
  private known = new Set<string>();
  /** The day on which something was gone or refused. On a later one it is read when it is named again. */
  private readonly absent = new Map<string, string>();
  /** What the source remembers of parts of which everything is read. */
  private readonly parts = new Map<string, Stored>();

  constructor(source: UnitSource, request: Stored, access: StageAccess = new StageAccess(), frontier: Frontier = EMPTY) {
    this.source = source;
    this.request = roundTrip(request);
    this.access = access;
    this.frontier = frontier;
  }

  /** What a new stage continues with. */
  get frontier(): Frontier {
    const kept = { slices: this.slices, references: this.references, read: [...this.read] };
    return roundTrip(this.state === undefined ? kept : { ...kept, state: this.state });
  }

  /** Replaces everything that is kept, as another process or an earlier version left it. */
  set frontier(frontier: Frontier) {
    const { state, slices, references, read } = roundTrip(frontier);
    this.state = state;
    this.slices = [...slices];
    this.references = [...references];
    this.read = new Set(read);
    this.known = new Set([...read, ...references.map(idOf)]);
  }

  begin(): void {
    this.slices = [...roundTrip(this.source.plan(this.request, this.state))];
  }

  /** Asks the next slice, else fetches the next reference. @returns whether there was something to do */
  async step(signal: AbortSignal = new AbortController().signal): Promise<boolean> {
    if (this.slices.length > 0) await this.ask(signal);
    else if (this.references.length > 0) await this.fetch(signal);
    else return false;
    return true;
  }

  /** A whole pass; with `fetches: false` references are counted as read without being fetched. */
  async pass(options: { readonly fetches?: boolean; readonly steps?: number } = {}): Promise<void> {
    this.begin();
    await this.finish(options);
  }

  /** Goes on until nothing is left; throws after too many steps, which a source that never ends would make. */
  async finish({ fetches = true, steps = 1_000_000 } = {}): Promise<void> {
    for (let left = steps; fetches || this.slices.length > 0; left -= 1) {
      if (left === 0) throw new Error('the pass does not end');
      if (!(await this.step())) return;
    }
    for (const reference of this.references.splice(0)) this.read.add(idOf(reference));
  }

  /** Every reference that answers named so far, repeated ones too. */
  get named(): readonly Reference[] {
    return this.answers.flatMap((answer) => answer.references);
  }

  get total(): number {
    return this.answers.reduce((sum, answer) => sum + (answer.total ?? 0), 0);
  }

  private async ask(signal: AbortSignal): Promise<void> {
    const { request, state, access } = this;
    // As the pool does where there is no other account.
    if (access.account !== null && this.source.accountsFor?.(request, state)?.without.includes(access.account) === true)
      throw new UpstreamError('out_of_reach', { code: this.source.outsideCode?.(state) ?? 'no_member' });
    const recall = async (key: string) => this.parts.get(key);
    const answer = await this.source.ask(this.slices[0], { request, state, recall, access, signal }).finally(() => access.close());
    if (answer.part !== undefined && answer.references.every((reference) => this.read.has(idOf(reference))))
      this.parts.set(answer.part.key, roundTrip(answer.part.value));
    this.answers.push(answer);
    this.slices.splice(0, 1, ...roundTrip(answer.more));
    if (answer.state !== undefined) this.state = roundTrip(answer.state);
    for (const reference of roundTrip(answer.references)) {
      if ((this.absent.get(idOf(reference)) ?? today()) < today()) this.known.delete(idOf(reference));
      if (!this.known.has(idOf(reference))) this.references.push(reference);
      this.known.add(idOf(reference));
    }
  }

  private async fetch(signal: AbortSignal): Promise<void> {
    const [reference] = this.references;
    if (reference === undefined) return;
    const { access } = this;
    const documents = await this.source.fetch(reference, { access, signal }).finally(() => access.close());
    if (documents.length === 0) throw new Error('a reference gave no document');
    this.documents.push(...documents.map((document) => ({ ...document, reference })));
    this.references.shift();
    this.read.add(idOf(reference));
    const isAbsent = documents.some(({ unread }) => unread === 'gone' || unread === 'refused');
    if (isAbsent) this.absent.set(idOf(reference), today());
    else this.absent.delete(idOf(reference));
  }
}

/** The UpstreamError of a promise that must fail; fails when `secret` is anywhere in what could be logged. */
export async function failureOf(promise: Promise<unknown>, secret = 'ghp_secret'): Promise<UpstreamError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamError)) throw new Error('no UpstreamError', { cause: error });
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const shown = JSON.stringify([at.message, at.stack, { ...at }]);
    if (shown.includes(secret)) throw new Error('the error holds the token');
  }
  if ((error.text ?? '').length > 300) throw new Error('the text is longer than 300 characters');
  return error;
}
