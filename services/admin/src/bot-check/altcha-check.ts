import { altchaPayload } from '@leakwatch/contracts';
import { type KeyRing, sha256Hex, Signer } from '@leakwatch/platform';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Redis } from 'ioredis';
import type { BotCheck } from './bot-check.port.ts';

/** A form may stay open for some minutes; the console asks for a new task when one has expired. */
export const TASK_SECONDS = 600;
/** Iterations of an attempt, and attempts until the answer: less than half a second for a browser, but for each guess of a password. */
const COST = 1_000;
const ATTEMPTS = { least: 200, most: 600 } as const;

/** A proof of work that the page computes. It asks no other service, and makes automated guessing expensive. */
export class AltchaCheck implements BotCheck {
  private readonly redis: Redis;
  private readonly secrets: { readonly hmacSignatureSecret: string; readonly hmacKeySignatureSecret: string };

  constructor(redis: Redis, keys: KeyRing) {
    this.redis = redis;
    const signer = new Signer(keys, 'bot-check');
    this.secrets = { hmacSignatureSecret: signer.sign('task'), hmacKeySignatureSecret: signer.sign('answer') };
  }

  async describe() {
    const { parameters, signature = '' } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      counter: randomInt(ATTEMPTS.least, ATTEMPTS.most),
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + TASK_SECONDS,
      ...this.secrets,
    });
    return { kind: 'altcha' as const, challenge: { parameters, signature } };
  }

  async passes(token: string | undefined): Promise<boolean> {
    const payload = readPayload(token);
    if (payload === undefined) return false;
    const { verified } = await verifySolution({ ...payload, deriveKey, ...this.secrets });
    return verified && this.isFirst(payload.challenge.signature);
  }

  private async isFirst(signature: string): Promise<boolean> {
    return (await this.redis.set(`bot-check:${sha256Hex(signature)}`, '1', 'EX', TASK_SECONDS, 'NX')) === 'OK';
  }
}

function readPayload(token: string | undefined) {
  try {
    const read = altchaPayload.safeParse(JSON.parse(Buffer.from(token ?? '', 'base64').toString('utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
