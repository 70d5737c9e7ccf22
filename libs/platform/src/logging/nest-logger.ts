import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.ts';

const text = (message: unknown) => (typeof message === 'string' ? message : JSON.stringify(message));

/** Nest's own lines as JSON; its start-up chatter is debug. */
export class NestLogger implements LoggerService {
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  log(message: unknown, context?: unknown) {
    this.logger.debug({ context }, text(message));
  }

  error(message: unknown, stack?: unknown, context?: unknown) {
    if (message instanceof Error) this.logger.error({ context, error: message.stack }, message.message);
    else this.logger.error({ context, error: stack }, text(message));
  }

  warn(message: unknown, context?: unknown) {
    this.logger.warn({ context }, text(message));
  }
}
