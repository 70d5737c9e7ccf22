import { isIP } from 'node:net';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { LOCALE_HEADER } from '@leakwatch/contracts';
import { attachCaller, type Caller, isPublicAddress, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import { DEFAULT_LOCALE, LOCALES } from '@leakwatch/vocabulary';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForApi, routeOf } from '../api-request.ts';
import { actingOf, inTheName } from '../credentials/acting.ts';
import { requestCookies } from '../credentials/request-cookies.ts';
import { SessionReader } from '../credentials/session-reader.ts';
import { bearerOf, TokenReader } from '../credentials/token-reader.ts';
import type { GatewaySettings } from '../settings.ts';

/** The client's address as the trusted proxies report it; what one of them wrote may be no address at all. */
const addressOf = (request: FastifyRequest): string => (isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip);

type From = Pick<Caller, 'service' | 'address' | 'shared' | 'user_agent' | 'request_id'>;
const NOBODY = { account: null, organisation: null, staff: false, pending: false, session: null, locale: DEFAULT_LOCALE } as const;

/** Longer than any browser's; more would only fill logs and headers. */
const MAX_USER_AGENT = 300;

const fromOf = (request: FastifyRequest): From => ({
  service: null,
  address: addressOf(request),
  user_agent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  request_id: request.id,
});

/** The caller of a request that nobody is signed in for, whatever it brings. */
export const nobody = (request: FastifyRequest): Caller => ({ ...NOBODY, ...fromOf(request) });

const locales = z.enum(LOCALES);
const localeOf = (request: FastifyRequest) => locales.safeParse(request.headers[LOCALE_HEADER]).data;

/**
 * Second guard: identifies the caller. Without a valid session the caller has no account. A request with an API token is
 * judged by the token alone: an invalid one is refused whatever cookie comes with it.
 */
@Injectable()
export class IdentifyGuard implements CanActivate {
  private warned = false;

  constructor(
    private readonly sessions: SessionReader,
    private readonly tokens: TokenReader,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isForApi(request)) return true;
    const from: From = { ...fromOf(request), ...(this.isShared(request) && { shared: true }) };
    const bearer = bearerOf(request);
    attachCaller(request, bearer === undefined ? await this.bySession(request, from) : await this.byToken(bearer, request, from));
    return true;
  }

  /**
   * A proxy stands before the gateway that TRUSTED_PROXIES does not name: people cannot be told apart by their addresses. Only where the connection comes
   * from a private network: anybody on the internet could send the header, to get the bounds of many.
   */
  private isShared(request: FastifyRequest): boolean {
    const peer = request.socket.remoteAddress ?? '';
    const isBehind =
      this.settings.TRUSTED_PROXIES === undefined && request.headers['x-forwarded-for'] !== undefined && !isPublicAddress(peer);
    if (isBehind && !this.warned) {
      this.warned = true;
      this.logger.warn({ peer }, 'TRUSTED_PROXIES is not set, but requests come through a proxy: addresses of people are unknown');
    }
    return isBehind;
  }

  private async bySession(request: FastifyRequest, from: From): Promise<Caller> {
    const { session: token } = requestCookies(request, this.settings);
    const open = token === undefined ? undefined : await this.sessions.read(token, request, routeOf(request));
    if (open === undefined) return { ...NOBODY, ...from };
    const { account, organisation, staff, pending, locale, password_due: isDue } = open.record;
    if (isDue === true) request.passwordDue = true;
    const caller: Caller = { ...from, account, organisation, staff, pending, locale: localeOf(request) ?? locale, session: open.hash };
    const acting = actingOf(open.record);
    request.actingIn = acting?.organisation ?? null;
    return acting === undefined ? caller : inTheName(caller, routeOf(request), acting);
  }

  private async byToken(bearer: string, request: FastifyRequest, from: From): Promise<Caller> {
    const use = { address: from.address, shared: from.shared, userAgent: from.user_agent, requestId: from.request_id };
    const { id, account, organisation, staff, locale, password_due: isDue } = await this.tokens.read(bearer, use);
    if (isDue === true) request.passwordDue = true;
    return { ...from, account, organisation, staff, locale, pending: false, session: null, token: id };
  }
}
