import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  confirmIdentity,
  askVerifyIdentity,
  checkIdentityCode,
  checkLinkCode,
  checkRecipientCode,
  answerRecipient,
  declineIdentity,
  internalResolveToken,
  askRecovery,
} from '@leakwatch/contracts';
import { type Caller, sha256Hex } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { openAdminStage, type AdminStage } from '../fixtures/admin-stage.fixture.ts';

const CODE = 'A'.repeat(43);
/** More than the highest bound of an address, which is that of tokens in a minute. */
const ATTEMPTS = 301;

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.close());

const somebody = (): Partial<Caller> => ({ account: { id: randomUUID(), username: 'irina' }, organisation: null });
const ROUTES = [
  [askRecovery, () => ({ email: `${randomUUID()}@corp.example` }), () => ({ account: null })],
  [checkLinkCode, () => ({ code: CODE }), () => ({ account: null })],
  [checkRecipientCode, () => ({ code: CODE }), () => ({ account: null })],
  [answerRecipient, () => ({ code: CODE, wanted: true }), () => ({ account: null })],
  [{ ...checkIdentityCode, path: `${checkIdentityCode.path}?code=${CODE}` }, () => undefined, somebody],
  [confirmIdentity, () => ({ code: CODE }), somebody],
  [declineIdentity, () => ({ code: CODE }), somebody],
  [askVerifyIdentity, () => undefined, somebody],
  [internalResolveToken, () => ({ hash: sha256Hex(randomUUID()) }), () => ({ account: null, service: 'gateway' })],
] as const;

describe.each(ROUTES.map(([route, body, change]) => [`${route.method} ${route.path}`, route, body, change] as const))(
  '%s',
  (_, { method, path }, body, change) => {
    const refused = async (from: Partial<Caller>) => {
      await stage.redis.flushdb();
      for (let at = 0; at < ATTEMPTS; at += 1) {
        const caller = { ...testCaller(null), ...change(), ...from };
        if ((await stage.ask(method, path, body(), caller)).status === 429) return true;
      }
      return false;
    };

    it('is bounded for an address, and does not keep everybody out behind a proxy that is not trusted', async () => {
      expect([await refused({ address: '192.0.2.7' }), await refused({ address: '10.0.0.1', shared: true })]).toEqual([true, false]);
    });
  },
);
