import { randomUUID } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { mergeMap } from 'rxjs';
import { REDIS } from '../service/tokens.ts';
import { type Caller, callerOf } from './caller.ts';
import { routeOf } from './route.ts';

/** From a service to the gateway only: the organisations whose data an answer to staff holds, or the key of a list of them in Redis. */
export const TOUCHED_HEADER = 'x-leakwatch-organisations';
/** 3.7 KB; an answer may have 16 KB of headers. A longer list is kept in Redis. */
const MAX_IN_HEADER = 100;
/** The gateway reads the list before it forwards the answer. */
const KEPT_SECONDS = 60;
const KEY = 'touched:';

const touched = new WeakMap<Caller, Set<string>>();

/** Call it where staff may receive an organisation's object: the gateway writes it into the audit trail. */
export function noteOrganisations(caller: Caller, organisations: readonly string[]): void {
  if (!caller.staff) return;
  touched.set(caller, new Set([...(touched.get(caller) ?? []), ...organisations]));
}

/** The header's value for a list of organisations. */
export async function writeTouched(redis: Redis, organisations: readonly string[]): Promise<string> {
  if (organisations.length <= MAX_IN_HEADER) return organisations.join(',');
  const key = `${KEY}${randomUUID()}`;
  await redis.set(key, organisations.join(','), 'EX', KEPT_SECONDS);
  return key;
}

/** The organisations that the header's value names; null when there is no header, or when Redis has lost the list. */
export async function readTouched(redis: Redis, header: string | null): Promise<readonly string[] | null> {
  if (header?.startsWith(KEY) !== true) return header?.split(',') ?? null;
  return (await redis.getdel(header))?.split(',') ?? null;
}

/** Puts what was noted into the answer's headers. */
@Injectable()
export class TouchedInterceptor implements NestInterceptor {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    if (context.getType() !== 'http' || routeOf(context) === undefined) return next.handle();
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<FastifyRequest>());
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        const noted = [...(touched.get(caller) ?? [])];
        // What the service did is done: without Redis the gateway records all organisations.
        const value = noted.length === 0 ? '' : await writeTouched(this.redis, noted).catch(() => '');
        if (value !== '') http.getResponse<FastifyReply>().header(TOUCHED_HEADER, value);
        return answer;
      }),
    );
  }
}
