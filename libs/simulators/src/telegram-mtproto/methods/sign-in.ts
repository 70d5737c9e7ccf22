import { randomBytes } from 'node:crypto';
import { RpcError } from '../rpc-error.ts';
import type { Caller } from '../transport/connection.ts';
import { asBytes, asLong, asNumber, asObject, asText, type TlObject } from '../tl/values.ts';
import type { SimulatedUser } from '../world.ts';
import { PasswordCheck } from './password-check.ts';

const HOME = 2;
/** Wrong codes after which a code is over. */
const CODE_TRIES = 5;

interface SentCode {
  readonly hash: string;
  tries: number;
  expired: boolean;
}

/** Signing in: a code that was sent to a phone, then the password where there is one. */
export class SignIn {
  private readonly codes = new Map<string, SentCode>();
  private readonly checks = new Map<string, PasswordCheck>();
  private readonly exported = new Map<string, string>();

  constructor(
    private readonly users: readonly SimulatedUser[],
    /** The pair that the client must name. */
    private readonly api: { readonly id: number; readonly hash: string },
  ) {}

  /** The code that was sent to a phone is over. */
  expireCode(phone: string): void {
    const sent = this.codes.get(phone);
    if (sent !== undefined) sent.expired = true;
  }

  sendCode(request: TlObject, { dc }: Caller): TlObject {
    if (asNumber(request.api_id) !== this.api.id || asText(request.api_hash) !== this.api.hash) throw new RpcError(400, 'API_ID_INVALID');
    const user = this.userOf(asText(request.phone_number));
    if ((user.dc ?? HOME) !== dc) throw new RpcError(303, `PHONE_MIGRATE_${user.dc ?? HOME}`);
    const hash = randomBytes(9).toString('hex');
    this.codes.set(user.phone, { hash, tries: 0, expired: false });
    return { _: 'auth.sentCode', type: { _: 'auth.sentCodeTypeApp', length: user.code.length }, phone_code_hash: hash };
  }

  signIn(request: TlObject, { authorisation }: Caller): TlObject {
    const user = this.userOf(asText(request.phone_number));
    const sent = this.codes.get(user.phone);
    if (sent === undefined || sent.expired || sent.hash !== asText(request.phone_code_hash)) throw new RpcError(400, 'PHONE_CODE_EXPIRED');
    if (asText(request.phone_code) === '') throw new RpcError(400, 'PHONE_CODE_EMPTY');
    if (asText(request.phone_code) !== user.code) {
      sent.tries += 1;
      sent.expired = sent.tries >= CODE_TRIES;
      throw new RpcError(400, 'PHONE_CODE_INVALID');
    }
    this.codes.delete(user.phone);
    if (user.password !== undefined) {
      authorisation.passwordOf = user.phone;
      throw new RpcError(401, 'SESSION_PASSWORD_NEEDED');
    }
    authorisation.phone = user.phone;
    return authorised(user);
  }

  /** What the client needs to prove the password. */
  getPassword({ authorisation }: Caller): TlObject {
    const phone = authorisation.passwordOf ?? authorisation.phone;
    if (phone === null) throw new RpcError(401, 'AUTH_KEY_UNREGISTERED');
    const { password } = this.userOf(phone);
    const fields = { new_algo: { _: 'passwordKdfAlgoUnknown' }, new_secure_algo: { _: 'securePasswordKdfAlgoUnknown' } };
    if (password === undefined) return { _: 'account.password', ...fields, secure_random: randomBytes(32) };
    const check = new PasswordCheck(password);
    this.checks.set(phone, check);
    const proof = { current_algo: check.algorithm, srp_B: check.b, srp_id: check.id };
    return { _: 'account.password', has_password: true, ...proof, ...fields, secure_random: randomBytes(32) };
  }

  checkPassword(request: TlObject, { authorisation }: Caller): TlObject {
    const phone = authorisation.passwordOf;
    if (phone === null) throw new RpcError(401, 'AUTH_KEY_UNREGISTERED');
    const proof = asObject(request.password);
    const check = this.checks.get(phone);
    if (check === undefined || check.id !== asLong(proof.srp_id)) throw new RpcError(400, 'SRP_ID_INVALID');
    this.checks.delete(phone);
    if (!check.accepts(asBytes(proof.A), asBytes(proof.M1))) throw new RpcError(400, 'PASSWORD_HASH_INVALID');
    authorisation.passwordOf = null;
    authorisation.phone = phone;
    return authorised(this.userOf(phone));
  }

  /** The ticket with which a signed-in session signs in at another data centre. */
  export({ authorisation }: Caller): TlObject {
    const ticket = randomBytes(32);
    this.exported.set(ticket.toString('hex'), authorisation.phone ?? '');
    return { _: 'auth.exportedAuthorization', id: userId(authorisation.phone ?? ''), bytes: ticket };
  }

  import(request: TlObject, { authorisation }: Caller): TlObject {
    const ticket = asBytes(request.bytes).toString('hex');
    const phone = this.exported.get(ticket);
    this.exported.delete(ticket);
    if (phone === undefined) throw new RpcError(400, 'AUTH_BYTES_INVALID');
    authorisation.phone = phone;
    return authorised(this.userOf(phone));
  }

  self = ({ authorisation }: Caller): TlObject => selfOf(this.userOf(authorisation.phone ?? ''));

  private userOf(phone: string): SimulatedUser {
    const digits = phone.replaceAll(/\D/g, '');
    const user = this.users.find((one) => one.phone === digits);
    if (user === undefined) throw new RpcError(400, 'PHONE_NUMBER_INVALID');
    return user;
  }
}

const userId = (phone: string): bigint => BigInt(phone || 0) % 1_000_000_007n;
const selfOf = ({ phone }: SimulatedUser): TlObject => ({
  _: 'user',
  self: true,
  id: userId(phone),
  access_hash: 1n,
  first_name: 'Watch',
  phone,
});
const authorised = (user: SimulatedUser): TlObject => ({ _: 'auth.authorization', user: selfOf(user) });
