import { getBotCheck } from '@leakwatch/contracts';
import { createLogger, Unavailable, soleKey } from '@leakwatch/platform';
import { startSiteVerify } from '@leakwatch/simulators';
import { openTestRedis } from '@leakwatch/testing';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { AltchaCheck } from './altcha-check.ts';
import type { BotCheck } from './bot-check.port.ts';
import { VendorCheck } from './vendor-check.ts';

const ADDRESS = '203.0.113.7';
const logger = createLogger('test', 'silent');

interface Subject {
  readonly check: BotCheck;
  /** A token as a browser obtains it. */
  readonly goodToken: () => Promise<string>;
}

/** The contract of every bot-check, whichever vendor issues its tokens. */
function botCheckConformance(name: string, open: () => Subject): void {
  describe(`bot-check by ${name}`, () => {
    it('accepts a valid token once', async () => {
      const { check, goodToken } = open();
      const token = await goodToken();
      expect(await check.passes(token, ADDRESS)).toBe(true);
      expect(await check.passes(token, ADDRESS)).toBe(false);
    });

    it('accepts one of 20 concurrent uses of a token', async () => {
      const { check, goodToken } = open();
      const token = await goodToken();
      const passed = await Promise.all(Array.from({ length: 20 }, () => check.passes(token, ADDRESS)));
      expect(passed.filter(Boolean)).toHaveLength(1);
    });

    it.each([undefined, '', 'x', '{}', 'e30=', Buffer.from('{"challenge":null}').toString('base64'), '\0\0'])(
      'refuses %j',
      async (token) => {
        expect(await open().check.passes(token, ADDRESS)).toBe(false);
      },
    );

    it('describes itself to the page in the shape of the contract', async () => {
      const described = await open().check.describe();
      expect(getBotCheck.answer.parse(described)).toEqual(described);
    });
  });
}

let redis: Redis;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.disconnect());

const altcha = (secret = 'a secret of this installation that is long enough') => new AltchaCheck(redis, soleKey(secret));

async function solved(check: AltchaCheck) {
  const { challenge } = await check.describe();
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
}
const tokenOf = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');

botCheckConformance('altcha', () => {
  const check = altcha();
  return { check, goodToken: async () => tokenOf(await solved(check)) };
});

describe('altcha', () => {
  it('refuses a task that another party signed, made easier, or extended', async () => {
    const check = altcha();
    expect(await check.passes(tokenOf(await solved(altcha('another installation, another secret, long enough'))))).toBe(false);
    const { challenge, solution } = await solved(check);
    for (const change of [{ cost: 1 }, { keyPrefix: '00' }, { expiresAt: 4_000_000_000 }]) {
      const changed = { ...challenge, parameters: { ...challenge.parameters, ...change } };
      expect(await check.passes(tokenOf({ challenge: changed, solution }))).toBe(false);
    }
    expect(await check.passes(tokenOf({ challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } }))).toBe(false);
    expect(await check.passes(tokenOf({ challenge, solution }))).toBe(true);
  });
});

for (const vendor of ['recaptcha', 'hcaptcha', 'turnstile'] as const) {
  describe(vendor, () => {
    const tokens = new Map<string, number | undefined>([['robot', 0.1]]);
    const [secret, siteKey] = ['the site secret', 'the-site-key'];
    let site: Awaited<ReturnType<typeof startSiteVerify>>;
    beforeAll(async () => {
      site = await startSiteVerify({ secret, tokens });
    });
    afterAll(() => site.close());
    const check = (given = secret) => new VendorCheck({ vendor, siteKey, secret: given, verifyUrl: site.url, leastScore: 0.5, logger });
    const goodToken = async () => {
      const token = `person-${tokens.size}`;
      tokens.set(token, vendor === 'recaptcha' ? 0.9 : undefined);
      return token;
    };

    botCheckConformance(vendor, () => ({ check: check(), goodToken }));

    it('sends the address to the vendor, and refuses a low score', async () => {
      expect(await check().passes(await goodToken(), ADDRESS)).toBe(true);
      expect(site.addresses.at(-1)).toBe(ADDRESS);
      expect(await check().passes('robot', ADDRESS)).toBe(false);
    });

    it('answers unavailable, and accepts nothing, while the vendor is down or refuses the secret', async () => {
      site.breakDown(true);
      await expect(check().passes(await goodToken(), ADDRESS)).rejects.toBeInstanceOf(Unavailable);
      site.breakDown(false);
      await expect(check('a wrong secret').passes(await goodToken(), ADDRESS)).rejects.toMatchObject({ code: 'bot_check_unavailable' });
    });
  });
}
