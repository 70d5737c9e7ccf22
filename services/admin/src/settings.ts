import { digestSettings, SERVICE_PORTS, signInSettings } from '@leakwatch/contracts';
import {
  consoleAddressSettings,
  coreSettings,
  databaseSettings,
  mailSettings,
  objectSettings,
  setting,
  sealingSettings,
} from '@leakwatch/platform';
import { STORAGE_QUOTA_MAX } from '@leakwatch/rules';
import { z } from 'zod';

/** The settings of the admin service. */
export const adminSettings = z.object({
  ...coreSettings.shape,
  ...databaseSettings.shape,
  ...sealingSettings.shape,
  ...consoleAddressSettings.shape,
  ...mailSettings.shape,
  ...objectSettings.shape,
  ...signInSettings.shape,
  ...digestSettings.shape,
  ADMIN_URL: setting.serviceAddress('admin', SERVICE_PORTS.admin),
  CRAWLER_URL: setting.serviceAddress('crawler', SERVICE_PORTS.crawler),
  EVENTS_URL: setting.serviceAddress('events', SERVICE_PORTS.events),
  LEAKWATCH_ADMIN_EMAIL: z
    .email()
    .optional()
    .describe('E-mail of the first staff account; `npm start` generates a random one and stores it'),
  LEAKWATCH_ADMIN_PASSWORD: z
    .string()
    .min(9)
    .optional()
    .describe('Its password, by the rules of all passwords; generated and kept when not given'),
  STORAGE_QUOTA_GB: z.coerce
    .number()
    .int()
    .min(1)
    .max(STORAGE_QUOTA_MAX)
    .default(100)
    .describe('Storage of an organisation for which staff set no quota of its own, in gigabytes'),
  BOT_CHECK_SITE_KEY: z.string().min(1).optional().describe('Site key at reCAPTCHA, hCaptcha or Turnstile'),
  BOT_CHECK_SECRET: z.string().min(1).optional().describe('Secret key at the same vendor'),
  BOT_CHECK_VERIFY_URL: setting.httpAddress.optional().describe('Where tokens are verified, when not at the vendor’s own address'),
  BOT_CHECK_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.5).describe('Minimum score of reCAPTCHA that counts as a person'),
  BREACHED_PASSWORDS_URL: setting.httpAddress
    .optional()
    .describe('Range service of breached passwords, such as `https://api.pwnedpasswords.com/range/`; it gets five digits of a hash'),
  TELEGRAM_BOT_API_URL: setting.httpBase('https://api.telegram.org').describe('Bot API of Telegram, or of a local Bot API server'),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[A-Za-z0-9_-]{20,100}$/, 'must be a token as BotFather gives it')
    .optional()
    .describe('Token of the bot that sends notifications; nobody can connect a chat when not given'),
  WEBHOOK_ALLOW_HTTP: setting.flag(false).describe('Whether webhooks may be sent to addresses with http'),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: setting.flag(false).describe('Whether webhooks may be sent to private and local addresses'),
});
export type AdminSettings = z.output<typeof adminSettings>;
