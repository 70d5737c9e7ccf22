import { Inject, Injectable } from '@nestjs/common';
import { CSRF_COOKIE, CSRF_PURPOSE, sessionCookie } from '@leakwatch/contracts';
import { SETTINGS, sha256Hex, Signer } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import type { AdminSettings } from '../settings.ts';

/** The two cookies of a session: its token, and the CSRF value that is bound to the token and that the console reads. */
@Injectable()
export class SessionCookies {
  private readonly isSecure: boolean;
  private readonly maxAge: number;
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) settings: AdminSettings) {
    this.isSecure = settings.LEAKWATCH_PUBLIC_URL?.startsWith('https:') ?? false;
    this.maxAge = settings.SESSION_ABSOLUTE_SECONDS;
    this.signer = new Signer(settings.LEAKWATCH_SIGNING_KEYS, CSRF_PURPOSE);
  }

  set(reply: FastifyReply, token: string): void {
    this.write(reply, token, this.signer.sign(sha256Hex(token)), this.maxAge);
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', '', 0);
  }

  private write(reply: FastifyReply, token: string, csrf: string, maxAge: number): void {
    const common = `Path=/; SameSite=Lax; Max-Age=${maxAge}${this.isSecure ? '; Secure' : ''}`;
    reply.header('set-cookie', [`${sessionCookie(this.isSecure)}=${token}; HttpOnly; ${common}`, `${CSRF_COOKIE}=${csrf}; ${common}`]);
  }
}
