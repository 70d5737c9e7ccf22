import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type KeyRing, Signer } from '../crypto/keys.ts';
import { NotAuthenticated, Unavailable } from '../errors/leakwatch-error.ts';

export const CALLER_HEADER = 'x-leakwatch-caller';
/** How long a signature is valid: a call takes milliseconds to arrive, but the clocks of two machines may differ by some seconds. */
export const CALLER_SECONDS = 60;

/** On whose behalf a service is called: contracts' CallerContext fits it. */
export interface Caller {
  readonly account: { readonly id: string; readonly username: string } | null;
  readonly organisation: string | null;
  readonly staff: boolean;
  readonly pending: boolean;
  readonly session: string | null;
  /** The public id of the API token by which the account acts; without one it is a session. */
  readonly token?: string;
  /** A member of staff works in the name of `organisation`, with the rights of its users (`staff` is false), until a Unix time in seconds. */
  readonly acting?: { readonly until: number };
  readonly service: string | null;
  readonly locale: 'ru' | 'en';
  readonly address: string;
  /** The address is that of a proxy that is not in `TRUSTED_PROXIES`: many people may have it. */
  readonly shared?: true;
  readonly user_agent: string;
  readonly request_id: string;
}

/** Whether a member of staff acts, by the rights of staff or in an organisation's name: how records name who did something. */
export const isStaffAct = ({ staff, acting }: Pick<Caller, 'staff' | 'acting'>): boolean => staff || acting !== undefined;

/** The one request that a signature is for. */
export interface CallTarget {
  /** The service that is called. */
  readonly service: string;
  readonly method: string;
  /** Path and query as they are sent. */
  readonly url: string;
}

const signedText = (body: string, { service, method, url }: CallTarget): string => JSON.stringify([body, service, method, url]);

/**
 * Signs and checks the caller context that travels between the gateway and the services. A signature is valid for one service,
 * method and address, so that a service that is taken over cannot use what it received to call another one.
 */
export class CallerSigner {
  private readonly signer: Signer;

  constructor(keys: KeyRing) {
    this.signer = new Signer(keys, 'caller');
  }

  seal(caller: Caller, target: CallTarget, now = Date.now()): string {
    const expires = Math.floor(now / 1000) + CALLER_SECONDS;
    const body = Buffer.from(JSON.stringify({ ...caller, expires })).toString('base64url');
    return `${body}.${this.signer.sign(signedText(body, target))}`;
  }

  /**
   * Throws NotAuthenticated when the header is missing, forged or for another request, and Unavailable when it is out of date: the clocks of
   * two machines differ, and nobody has to sign in again for it.
   */
  open(header: string | undefined, target: CallTarget, now = Date.now()): Caller {
    const [body, signature] = (header ?? '').split('.');
    if (body === undefined || signature === undefined || !this.signer.verify(signedText(body, target), signature))
      throw new NotAuthenticated('caller_unsigned');
    const caller: Caller & { expires: number } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    if (caller.expires * 1000 < now) throw new Unavailable('clocks_differ');
    return caller;
  }
}

const callers = new WeakMap<FastifyRequest, Caller>();

export const attachCaller = (request: FastifyRequest, caller: Caller): void => void callers.set(request, caller);

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new NotAuthenticated();
  return caller;
}

/** The checked caller, as a controller's parameter. */
export const FromCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
