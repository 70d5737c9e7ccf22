import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Caller, type ServiceSettings } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE } from '@leakwatch/vocabulary';
import { doorCookies } from './cookies.ts';
import { routeOfRequest } from './route.door.ts';
import type { SessionReader } from './session.reader.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

/** Who asks; for health and the console's files nobody. */
export const callerOfRequest = (request: FastifyRequest): Caller | undefined => callers.get(request);

const due = new WeakSet<FastifyRequest>();

/** Whether who asks must change their password first. */
export const isPasswordDue = (request: FastifyRequest): boolean => due.has(request);

/** Longer than any browser's; more would only fill logs and headers. */
const MAX_USER_AGENT = 300;

/** Second door: who is it? A cookie that opens no session makes a caller without account. */
@Injectable()
export class SessionDoor implements CanActivate {
  private readonly sessions: SessionReader;
  private readonly settings: ServiceSettings;

  constructor(sessions: SessionReader, settings: ServiceSettings) {
    this.sessions = sessions;
    this.settings = settings;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.url.startsWith('/api')) return true;
    const { session: token } = doorCookies(request, this.settings);
    const open = token === undefined ? undefined : await this.sessions.read(token, request, routeOfRequest(request));
    if (open?.record.password_due === true) due.add(request);
    callers.set(request, {
      account: open?.record.account ?? null,
      organisation: open?.record.organisation ?? null,
      staff: open?.record.staff ?? false,
      half: open?.record.half ?? false,
      session: open?.hash ?? null,
      service: null,
      locale: open?.record.locale ?? DEFAULT_LOCALE,
      address: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
      request_id: request.id,
    });
    return true;
  }
}
