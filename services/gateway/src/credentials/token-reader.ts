import {
  API_TOKEN_PREFIX,
  apiTokenAddress,
  apiTokenKey,
  type ApiTokenRecord,
  apiTokenRecord,
  epochKey,
  internalResolveToken,
  NO_TOKEN,
} from '@leakwatch/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { asService, isPrefixedToken, NotAuthenticated, REDIS, ServiceClients, sha256Hex, Unavailable } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

const SCHEME = /^Bearer(?: +(.*))?$/i;

/** The API token of a request; undefined when it has none. Other schemes are ignored: a proxy may use them. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const found = SCHEME.exec(request.headers.authorization ?? '');
  return found === null ? undefined : (found[1] ?? '').trim();
}

/** What a look-up needs of a request. */
export interface TokenUse {
  readonly address: string;
  readonly shared?: true | undefined;
  readonly userAgent: string;
  readonly requestId: string;
}

/**
 * Reads API tokens with two look-ups in Redis and none in the database. For a token that Redis does not know, or not from
 * this address, it asks admin, which caches the answer in Redis for some minutes, also that there is no such token.
 */
@Injectable()
export class TokenReader {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly services: ServiceClients,
  ) {}

  /** Throws token_malformed before anything is looked up, token_invalid for a token that does not exist any more. */
  async read(token: string, use: TokenUse): Promise<ApiTokenRecord> {
    if (!isPrefixedToken(API_TOKEN_PREFIX, token)) throw new NotAuthenticated('token_malformed');
    const hash = sha256Hex(token);
    const kept = await this.kept(hash, use.address);
    if (kept !== undefined && (await this.isOfEpoch(kept))) return kept;
    const { record } = await this.services.call(
      internalResolveToken,
      { ...asService('gateway', use.requestId), address: use.address, shared: use.shared, user_agent: use.userAgent },
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
