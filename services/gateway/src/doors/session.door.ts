import { isIP } from 'node:net';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type Caller, type ServiceSettings } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE } from '@leakwatch/vocabulary';
import { doorCookies } from './cookies.ts';
import { isForApi, routeOfRequest } from './route.door.ts';
import type { SessionReader } from './session.reader.ts';
import { bearerOf, type TokenReader } from './token.reader.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

/** Who asks; for health and the console's files nobody. */
export const callerOfRequest = (request: FastifyRequest): Caller | undefined => callers.get(request);

const due = new WeakSet<FastifyRequest>();

/** Whether who asks must change their password first. */
export const isPasswordDue = (request: FastifyRequest): boolean => due.has(request);

/** Who asks, as the trusted proxies tell; what one of them wrote may be no address at all. */
const addressOf = (request: FastifyRequest): string => (isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip);

type From = Pick<Caller, 'service' | 'address' | 'user_agent' | 'request_id'>;
const NOBODY = { account: null, organisation: null, staff: false, half: false, session: null, locale: DEFAULT_LOCALE } as const;

/** Longer than any browser's; more would only fill logs and headers. */
const MAX_USER_AGENT = 300;

/**
 * Second door: who is it? A cookie that opens no session makes a caller without account. An API token counts alone: who
 * shows one means it, so one that is no good is refused whatever cookie stands beside it.
 */
@Injectable()
export class SessionDoor implements CanActivate {
  constructor(
    private readonly sessions: SessionReader,
    private readonly tokens: TokenReader,
    private readonly settings: ServiceSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const from: From = {
      service: null,
      address: addressOf(request),
      user_agent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
      request_id: request.id,
    };
    const bearer = bearerOf(request);
    callers.set(request, bearer === undefined ? await this.bySession(request, from) : await this.byToken(bearer, request, from));
    return true;
  }

  private async bySession(request: FastifyRequest, from: From): Promise<Caller> {
    const { session: token } = doorCookies(request, this.settings);
    const open = token === undefined ? undefined : await this.sessions.read(token, request, routeOfRequest(request));
    if (open === undefined) return { ...NOBODY, ...from };
    const { account, organisation, staff, half, locale, password_due: isDue } = open.record;
    if (isDue === true) due.add(request);
    return { ...from, account, organisation, staff, half, locale, session: open.hash };
  }

  private async byToken(bearer: string, request: FastifyRequest, from: From): Promise<Caller> {
    const use = { address: from.address, userAgent: from.user_agent, requestId: from.request_id };
    const { id, account, organisation, staff, locale, password_due: isDue } = await this.tokens.read(bearer, use);
    if (isDue === true) due.add(request);
    return { ...from, account, organisation, staff, locale, half: false, session: null, token: id };
  }
}
