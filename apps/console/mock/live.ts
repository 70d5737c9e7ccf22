import type { ServerResponse } from 'node:http';
import type { LiveMessage, LiveTopic } from '@leakwatch/contracts';

/** The live streams of the browsers that look at the mock server. */
export class LiveBrowsers {
  private readonly streams = new Set<ServerResponse>();
  private id = 0;

  open(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
    this.send(response, []);
  }

  announce(topics: readonly LiveTopic[]): void {
    this.id += 1;
    for (const stream of this.streams) this.send(stream, topics);
  }

  private send(stream: ServerResponse, topics: readonly LiveTopic[]): void {
    const message: LiveMessage = { topics: [...topics] };
    stream.write(`id: ${this.id}-0\ndata: ${JSON.stringify(message)}\n\n`);
  }
}
