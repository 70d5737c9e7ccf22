import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf, internalTelegramSignIn } from '@leakwatch/contracts';
import { SETTINGS, isPublicAddress } from '@leakwatch/platform';
import { Api, password as secondFactor } from 'telegram';
import { openSocket } from '../accounts/proxy-socket.ts';
import { CONNECT_MS } from '../accounts/proxy-connection.ts';
import { UpstreamError } from '../accounts/upstream-error.ts';
import type { CrawlerSettings } from '../settings.ts';
import { errorName } from '../upstreams/telegram/telegram-refusal.ts';
import type { TelegramSession } from '../upstreams/telegram/telegram-session.ts';
import { TelegramSessions } from '../upstreams/telegram/telegram-sessions.ts';
import { isSessionOver, signInRefusal } from './sign-in-refusal.ts';

type Body = BodyOf<typeof internalTelegramSignIn>;
type Answer = AnswerOf<typeof internalTelegramSignIn>;

/** Below the 10 s for which services wait for each other's answers. */
const STEP_MS = 8_000;

/** Signs an account in, a step at a time, and out. Nothing is kept between two steps: the session travels in the answers. */
@Injectable()
export class SignIn {
  /** Tests on a busy machine give it more: an exchange of keys takes a second of a core. */
  stepMs = STEP_MS;

  constructor(
    private readonly sessions: TelegramSessions,
    @Inject(SETTINGS) private readonly settings: Pick<CrawlerSettings, 'GIT_ALLOW_PRIVATE_ADDRESSES'>,
  ) {}

  async run(body: Body): Promise<Answer> {
    const signal = AbortSignal.timeout(this.stepMs);
    const answer = await this.tryStep(body, signal);
    // In the package one exchange of keys in 256 fails. Asking for a code begins anew; the other steps may have used theirs up.
    const isLost = answer.kind === 'refused' && answer.reason === 'unavailable' && body.step.kind === 'send_code';
    return isLost && !signal.aborted ? this.tryStep(body, signal) : answer;
  }

  private async tryStep(body: Body, signal: AbortSignal): Promise<Answer> {
    let session: TelegramSession | undefined;
    try {
      const begun = body.step.kind === 'send_code' ? '' : body.step.session;
      session = await this.sessions.open(body, begun, { connect: this.connectThrough(body.proxy, signal), signal });
      return await take(session, body);
    } catch (error) {
      if (body.step.kind === 'log_out' && isSessionOver(error)) return { kind: 'signed_out' };
      return { kind: 'refused', ...signInRefusal(error) };
    } finally {
      await session?.close();
    }
  }

  private connectThrough(proxy: Body['proxy'], signal: AbortSignal) {
    if (proxy !== null && !this.settings.GIT_ALLOW_PRIVATE_ADDRESSES && !isPublicAddress(proxy.host))
      throw new UpstreamError('proxy_failed', { text: 'a private address' });
    return (host: string, port: number) => openSocket(proxy, { host, port }, { connectMs: CONNECT_MS, signal });
  }
}

/** Throws what the package throws. */
function take(session: TelegramSession, { api_id: apiId, api_hash: apiHash, phone, step }: Body): Promise<Answer> {
  if (step.kind === 'send_code') return sendCode(session, { apiId, apiHash }, phone);
  if (step.kind === 'log_out') return logOut(session);
  return step.kind === 'code' ? useCode(session, phone, step) : prove(session, step.password);
}

async function sendCode(session: TelegramSession, application: { apiId: number; apiHash: string }, phone: string): Promise<Answer> {
  const { phoneCodeHash } = await session.within(session.client.sendCode(application, phone));
  return { kind: 'code_sent', session: session.save(), code_hash: phoneCodeHash };
}

async function useCode(session: TelegramSession, phone: string, step: Extract<Body['step'], { kind: 'code' }>): Promise<Answer> {
  const asked = { phoneNumber: phone, phoneCodeHash: step.code_hash, phoneCode: step.code };
  try {
    const answer = await session.call(new Api.auth.SignIn(asked));
    if (answer instanceof Api.auth.AuthorizationSignUpRequired) return { kind: 'refused', reason: 'not_registered', seconds: null };
    return { kind: 'signed_in', session: session.save() };
  } catch (error) {
    if (errorName(error) !== 'SESSION_PASSWORD_NEEDED') throw error;
  }
  if (step.password === null) return { kind: 'password_due', session: session.save() };
  try {
    return await prove(session, step.password);
  } catch {
    // The code is used up: what is due is the password.
    return { kind: 'password_due', session: session.save() };
  }
}

async function prove(session: TelegramSession, text: string): Promise<Answer> {
  const asked = await session.call(new Api.account.GetPassword());
  const proof = await secondFactor.computeCheck(asked, text);
  await session.call(new Api.auth.CheckPassword({ password: proof }));
  return { kind: 'signed_in', session: session.save() };
}

async function logOut(session: TelegramSession): Promise<Answer> {
  await session.call(new Api.auth.LogOut());
  return { kind: 'signed_out' };
}
