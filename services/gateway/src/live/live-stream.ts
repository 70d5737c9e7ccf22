import { PassThrough } from 'node:stream';
import { LIVE_RESET, type LiveMessage } from '@leakwatch/contracts';
import { Gathered } from './gathered.ts';

/** A browser that lost its stream waits so long, each a little differently, so that not all come back at once. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;
/** Bytes that wait for a slow reader; what comes then is gathered instead. */
const BUFFER_BYTES = 4_096;
/** An ended stream whose reader does not take its last bytes is cut off after this. */
const LINGER_MS = 1_000;

export interface LiveStreamOptions {
  /** Hash of the session that it belongs to. */
  readonly session: string;
  /** Whose hints it gives; null gives none. */
  readonly organisation: string | null;
  /** The id from which a browser can go on. */
  readonly position: () => string | null;
}

/** The stream of one browser tab. Holds at the most a few bytes and one of each topic. */
export class LiveStream {
  readonly session: string;
  readonly organisation: string | null;
  readonly body = new PassThrough({ highWaterMark: BUFFER_BYTES });
  private readonly position: () => string | null;
  private readonly gathered = new Gathered();
  private opened = false;
  private blocked = false;
  private timer: NodeJS.Timeout | undefined;

  constructor({ session, organisation, position }: LiveStreamOptions) {
    this.session = session;
    this.organisation = organisation;
    this.position = position;
    this.body.on('drain', () => {
      this.blocked = false;
      this.flush();
    });
    // A browser that went away is no fault.
    this.body.on('error', () => undefined);
    this.body.on('close', () => clearTimeout(this.timer));
    this.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`);
  }

  /** Whether its reader has stopped reading. */
  get isBlocked(): boolean {
    return this.blocked;
  }

  /** Call it when everything that was missed is gathered: from now on messages are sent. The first one may hold only the id. */
  open(): void {
    this.opened = true;
    if (this.gathered.wait(0) === null) this.say({ topics: [] });
    this.flush();
  }

  hint(topics: readonly string[]): void {
    this.gathered.add(topics);
    this.flush();
  }

  lose(): void {
    this.gathered.lose();
    this.flush();
  }

  /** A comment keeps proxies from closing the stream; the id tells the browser from where to resume. */
  beat(): void {
    if (this.blocked) return;
    const knowsAll = this.opened && this.gathered.wait(0) === null;
    this.write(`:\n${knowsAll ? this.id() : ''}\n`);
  }

  end(): void {
    this.body.end();
    setTimeout(() => this.body.destroy(), LINGER_MS).unref();
  }

  private flush(): void {
    clearTimeout(this.timer);
    const wait = this.gathered.wait(Date.now());
    if (wait === null || !this.opened || this.blocked) return;
    if (wait > 0) {
      this.timer = setTimeout(() => this.flush(), wait);
      return;
    }
    const { topics, reset } = this.gathered.take(Date.now());
    this.say({ topics: [...topics] }, reset ? `event: ${LIVE_RESET}\n` : '');
  }

  private say(message: LiveMessage, event = ''): void {
    this.write(`${this.id()}${event}data: ${JSON.stringify(message)}\n\n`);
  }

  private id(): string {
    const position = this.position();
    return position === null ? '' : `id: ${position}\n`;
  }

  private write(text: string): void {
    if (!this.body.writable) return;
    this.blocked = !this.body.write(text);
  }
}
