import type { Logger } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { AltchaCheck } from './altcha-check.ts';
import type { BotCheck } from './bot-check.port.ts';
import { VendorCheck } from './vendor-check.ts';
import type { AdminSettings } from '../settings.ts';

/** For isolated networks. */
const NO_CHECK: BotCheck = { describe: async () => ({ kind: 'off' }), passes: async () => true };

/** The check that the settings choose. Throws when the keys of a vendor are missing. */
export function openBotCheck(settings: AdminSettings, redis: Redis, logger: Logger): BotCheck {
  const { BOT_CHECK: kind, BOT_CHECK_SITE_KEY: siteKey, BOT_CHECK_SECRET: secret } = settings;
  if (kind === 'off') return NO_CHECK;
  if (kind === 'altcha') return new AltchaCheck(redis, settings.LEAKWATCH_SIGNING_KEYS);
  if (siteKey === undefined || secret === undefined) throw new Error(`BOT_CHECK=${kind} needs BOT_CHECK_SITE_KEY and BOT_CHECK_SECRET`);
  return new VendorCheck({
    vendor: kind,
    siteKey,
    secret,
    verifyUrl: settings.BOT_CHECK_VERIFY_URL,
    leastScore: settings.BOT_CHECK_MIN_SCORE,
    logger,
  });
}
