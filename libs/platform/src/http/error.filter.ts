import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, throwError } from 'rxjs';
import { LeakwatchError } from '../errors/leakwatch-error.ts';
import { isTransient } from '../errors/transient.ts';
import type { Logger } from '../logging/logger.ts';

const FRAMEWORK_CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'not_authenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'invalid_request',
  415: 'invalid_request',
  429: 'too_many_requests',
};
/** When a dependency is away, a client may try again after this many seconds. */
const RETRY_AFTER_SECONDS = 2;

/** With these statuses an error may name in its details after how many `seconds` to try again. */
const TRY_AGAIN = new Set([425, 429]);

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
};

/** PostgreSQL's codes for a text with U+0000 and for half of a surrogate pair in JSON: such a text came with the request. */
const MALFORMED_TEXT = new Set(['22021', '22P05']);
const isMalformedText = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && MALFORMED_TEXT.has(String(error.code))) || isMalformedText(error.cause));

/** Any error with a stable code and a status, without its internals. */
export function asLeakwatchError(error: unknown): LeakwatchError {
  if (error instanceof LeakwatchError) return error;
  if (isTransient(error)) return new LeakwatchError('unavailable', 503, { level: 'warn', cause: error });
  if (isMalformedText(error)) return new LeakwatchError('invalid_request', 400, { cause: error });
  const status = statusOf(error);
  const code = status === undefined ? undefined : FRAMEWORK_CODES[status];
  if (status !== undefined && code !== undefined) return new LeakwatchError(code, status, { cause: error });
  return new LeakwatchError('internal', 500, { cause: error });
}

/** Turns every error into the one shape of contracts' errorAnswer; its internals go to the log only. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  catch(thrown: unknown, host: ArgumentsHost): Observable<never> | void {
    // The bus needs the error itself to decide between another try and a dead letter.
    if (host.getType() !== 'http') return throwError(() => thrown);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const error = asLeakwatchError(thrown);
    const inside = error.cause instanceof Error ? error.cause.stack : undefined;
    this.logger[error.level]({ request_id: request.id, code: error.code, status: error.status, inside }, 'request refused');
    if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    const seconds = error.details?.['seconds'];
    if (TRY_AGAIN.has(error.status) && typeof seconds === 'number') reply.header('retry-after', seconds);
    void reply.status(error.status).send({
      code: error.code,
      message: error.status >= 500 ? error.code : error.message,
      request_id: request.id,
      ...(error.fields && { fields: error.fields }),
      ...(error.details && { details: error.details }),
    });
  }
}
