import { type Access, type SeenWindow, type UpstreamRequest } from '../accounts/access.port.ts';
import { UpstreamError } from '../accounts/upstream-error.ts';
import type { Answer, FetchedDocument, Reference, Stored, UnitSource } from '../units/unit-source.port.ts';

const MAX_REDIRECTS = 3;
const DEFAULT_BYTES = 64 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 307, 308]);

/** An Access as the pool gives it, without proxies: redirects within the origin, bounded in time and size. */
export class StageAccess implements Access {
  readonly spent: string[] = [];
  readonly windows: { resource: string; window: SeenWindow }[] = [];
  /** Resources that are used up, with the seconds until they are not. */
  readonly exhausted = new Map<string, number>();
  readonly login: string | null;
  readonly secret: string | null;
  private readonly requestMs: number;

  constructor(secret: string | null = null, requestMs = 20_000) {
    this.login = secret === null ? null : 'bot';
    this.secret = secret;
    this.requestMs = requestMs;
  }

  readonly fetch = async (address: string, { headers = {}, signal, maximumBytes = DEFAULT_BYTES }: UpstreamRequest): Promise<Response> => {
    try {
      const response = await follow(new URL(address), headers, AbortSignal.any([signal, AbortSignal.timeout(this.requestMs)]));
      const body = await readBody(response, maximumBytes);
      const empty = response.status === 204 || response.status === 304;
      return new Response(empty ? null : body, { status: response.status, headers: response.headers });
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      signal.throwIfAborted();
      throw new UpstreamError('unavailable', { cause: error });
    }
  };

  readonly spend = async (resource: string): Promise<void> => {
    const seconds = this.exhausted.get(resource);
    if (seconds !== undefined) throw new UpstreamError('limited', { resource, seconds });
    this.spent.push(resource);
  };

  readonly saw = async (resource: string, window: SeenWindow): Promise<void> => {
    this.windows.push({ resource, window });
  };
}

async function follow(first: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  for (let url = first, left = MAX_REDIRECTS; ; left -= 1) {
    const response = await fetch(url.href, { headers, signal, redirect: 'manual' });
    if (!REDIRECTS.has(response.status)) return response;
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
    if (size > most) throw new UpstreamError('broken_answer');
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
const roundTrip = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export interface StageDocument extends FetchedDocument {
  readonly reference: Reference;
}

/** Drives a source as the runner does: one step at a time, with everything that is kept going through JSON. */
export class SourceStage {
  frontier: Frontier;
  readonly documents: StageDocument[] = [];
  /** Every answer of the passes, in order. */
  readonly answers: Answer[] = [];
  readonly source: UnitSource;
  readonly request: Stored;
  readonly access: StageAccess;

  constructor(source: UnitSource, request: Stored, access: StageAccess = new StageAccess(), frontier: Frontier = EMPTY) {
    this.source = source;
    this.request = roundTrip(request);
    this.access = access;
    this.frontier = roundTrip(frontier);
  }

  begin(): void {
    this.keep({ ...this.frontier, slices: this.source.plan(this.request, this.frontier.state) });
  }

  /** Asks the next slice, else fetches the next reference. @returns whether there was something to do */
  async step(signal: AbortSignal = new AbortController().signal): Promise<boolean> {
    const { slices, references } = this.frontier;
    if (slices.length > 0) await this.ask(signal);
    else if (references.length > 0) await this.fetch(signal);
    return slices.length + references.length > 0;
  }

  /** A whole pass; with `fetches: false` references are counted as read without being fetched. */
  async pass({ fetches = true, steps = 1_000_000 } = {}): Promise<void> {
    this.begin();
    await this.finish({ fetches, steps });
  }

  /** Goes on until nothing is left; throws after too many steps, which a source that never ends would make. */
  async finish({ fetches = true, steps = 1_000_000 } = {}): Promise<void> {
    for (let left = steps; ; left -= 1) {
      if (left === 0) throw new Error('the pass does not end');
      if (!fetches && this.frontier.slices.length === 0) break;
      if (!(await this.step())) return;
    }
    const { read, references } = this.frontier;
    this.keep({ ...this.frontier, references: [], read: [...read, ...references.map(idOf)] });
  }

  /** Every reference that answers named so far, repeated ones too. */
  get named(): readonly Reference[] {
    return this.answers.flatMap((answer) => answer.references);
  }

  get total(): number {
    return this.answers.reduce((sum, answer) => sum + (answer.total ?? 0), 0);
  }

  private async ask(signal: AbortSignal): Promise<void> {
    const [slice, ...waiting] = this.frontier.slices;
    const { state, references, read } = this.frontier;
    const answer = await this.source.ask(slice, { request: this.request, state, access: this.access, signal });
    this.answers.push(answer);
    const known = new Set([...read, ...references.map(idOf)]);
    const fresh = answer.references.filter((reference) => !known.has(idOf(reference)) && known.add(idOf(reference)));
    this.keep({
      state: answer.state === undefined ? state : answer.state,
      slices: [...answer.more, ...waiting],
      references: [...references, ...fresh],
      read,
    });
  }

  private async fetch(signal: AbortSignal): Promise<void> {
    const [reference, ...waiting] = this.frontier.references;
    if (reference === undefined) return;
    const documents = await this.source.fetch(reference, { access: this.access, signal });
    if (documents.length === 0) throw new Error('a reference gave no document');
    this.documents.push(...documents.map((document) => ({ ...document, reference })));
    this.keep({ ...this.frontier, references: waiting, read: [...this.frontier.read, idOf(reference)] });
  }

  private keep(frontier: Frontier): void {
    this.frontier = roundTrip(frontier);
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
