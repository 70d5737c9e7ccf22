import {
  apiTokenAddress,
  apiTokenKey,
  type ApiTokenRecord,
  apiTokenRecord,
  epochKey,
  internalResolveToken,
  NO_TOKEN,
} from '@leakwatch/contracts';
import { asService, isApiToken, NotAuthenticated, type ServiceClient, sha256Hex, Unavailable } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

const SCHEME = /^Bearer(?: +(.*))?$/i;

/** The API token of a request; undefined when it has none. Other schemes are none of ours: a proxy may use them. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const found = SCHEME.exec(request.headers.authorization ?? '');
  return found === null ? undefined : (found[1] ?? '').trim();
}

/** What a look-up needs of a request. */
export interface TokenUse {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/**
 * Reads API tokens as sessions are read: two look-ups in Redis, none in the database. What Redis does not know, or not
 * from this address, admin is asked, which keeps the answer in Redis for some minutes, also that there is no such token.
 */
export class TokenReader {
  private readonly redis: Redis;
  private readonly admin: ServiceClient;

  constructor(redis: Redis, admin: ServiceClient) {
    this.redis = redis;
    this.admin = admin;
  }

  /** Throws token_malformed before anything is looked up, token_invalid when it is nobody's by now. */
  async read(token: string, use: TokenUse): Promise<ApiTokenRecord> {
    if (!isApiToken(token)) throw new NotAuthenticated('token_malformed');
    const hash = sha256Hex(token);
    const kept = await this.kept(hash, use.address);
    if (kept !== undefined && (await this.isOfEpoch(kept))) return kept;
    const { record } = await this.admin.call(
      internalResolveToken,
      { ...asService('gateway', use.requestId), address: use.address, user_agent: use.userAgent },
      { body: { hash } },
    );
    if (record === null || !(await this.isOfEpoch(record))) throw new NotAuthenticated('token_invalid');
    return record;
  }

  private async kept(hash: string, address: string): Promise<ApiTokenRecord | undefined> {
    const [record, known] = await this.ask(() => this.redis.hmget(apiTokenKey(hash), 'record', apiTokenAddress(address)));
    if (record === NO_TOKEN) throw new NotAuthenticated('token_invalid');
    if (record == null || known == null) return undefined;
    return apiTokenRecord.parse(JSON.parse(record));
  }

  private async isOfEpoch(record: ApiTokenRecord): Promise<boolean> {
    const epoch = await this.ask(() => this.redis.get(epochKey(record.account.id)));
    return epoch !== null && Number(epoch) === record.epoch;
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw new Unavailable('unavailable', error);
    }
  }
}
