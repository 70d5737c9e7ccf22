import { liveMessage, liveUpdates, sessionCookie } from '@leakwatch/contracts';
import type { Cookies } from './api.ts';

export interface Said {
  readonly id: string;
  readonly event: string;
  readonly topics: readonly string[];
}

/** A live stream as a program reads it. */
export class LiveReader {
  readonly said: Said[] = [];
  readonly response: Response;
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>;
  private readonly abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.abort = abort;
    this.ended = this.read();
  }

  static async open(base: string, cookies: Cookies, lastEventId?: string): Promise<LiveReader> {
    const abort = new AbortController();
    const response = await fetch(new URL(liveUpdates.path, base), {
      signal: abort.signal,
      headers: {
        cookie: `${sessionCookie(false)}=${cookies.session}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    });
    return new LiveReader(response, abort);
  }

  get topics(): readonly string[] {
    return this.said.flatMap((message) => message.topics);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of this.response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) this.take(message);
      }
    } catch {
      // Closed by the test.
    }
  }

  private take(message: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(message)?.[1] ?? '';
    const data = field('data');
    if (data === '') return;
    this.said.push({ id: field('id'), event: field('event'), topics: liveMessage.parse(JSON.parse(data)).topics });
  }
}
