import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InvalidSettings } from '../config/load-settings.ts';
import type { CoreSettings } from '../config/settings.ts';
import type { Logger } from '../logging/logger.ts';
import { LOGGER, SETTINGS } from '../service/tokens.ts';
import { Metrics } from './metrics.ts';

/** A reader that sends its request slowly, or none, is closed. */
const REQUEST_MS = 10_000;

/**
 * Answers `GET /metrics` at a port of its own, which no proxy in front of the console forwards. Without `METRICS_PORT` there is none, and nothing is
 * measured.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Pick<CoreSettings, 'METRICS_HOST' | 'METRICS_PORT'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    const { METRICS_HOST: host, METRICS_PORT: port } = this.settings;
    if (port === undefined) return;
    this.metrics.measureProcess();
    const server = createServer({ requestTimeout: REQUEST_MS }, (request, answer) => void this.answer(request, answer));
    this.server = server;
    server.listen(port, host);
    try {
      await once(server, 'listening');
    } catch (error) {
      throw new InvalidSettings(`Setting METRICS_PORT: ${host}:${port} cannot be listened on (${String(error)})`);
    }
    this.logger.info({ port }, 'metrics');
  }

  async onApplicationShutdown() {
    if (this.server?.listening !== true) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer({ method, url }: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (url?.split('?')[0] !== '/metrics') return void answer.writeHead(404).end();
    if (method !== 'GET') return void answer.writeHead(405, { allow: 'GET' }).end();
    try {
      const text = await this.metrics.text();
      answer.writeHead(200, { 'content-type': this.metrics.contentType }).end(text);
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'the metrics could not be read');
      answer.writeHead(500).end();
    }
  }
}
