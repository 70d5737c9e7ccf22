import { z } from 'zod';
import { defineRoute } from '../../route.ts';

/** Third-party bot checks: the script that the page loads, and the address that verifies a token. */
export const BOT_CHECK_VENDORS = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js',
    verify: 'https://www.google.com/recaptcha/api/siteverify',
    origins: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    verify: 'https://api.hcaptcha.com/siteverify',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  },
} as const satisfies Record<string, { script: string; verify: string; origins: readonly string[] }>;
export type BotCheckVendor = keyof typeof BOT_CHECK_VENDORS;

/** Values of the setting BOT_CHECK. With `altcha` the browser solves a challenge and no third party is asked. */
export const BOT_CHECKS = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'off'] as const;
export type BotCheckKind = (typeof BOT_CHECKS)[number];

/** Maximum length of a token; tokens of vendors have up to about 4,000 characters. */
const MAX_TOKEN_LENGTH = 8192;
/** The field `token` of login, recovery and password: the bot-check token. */
export const botToken = z.string().max(MAX_TOKEN_LENGTH).optional();

/** Error codes of every route that takes a token. */
export const BOT_CHECK_ERRORS = ['bot_check_failed', 'bot_check_unavailable'] as const;

/** A challenge of altcha's second version, signed by admin. */
export const altchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  signature: z.string(),
});
export type AltchaChallenge = z.output<typeof altchaChallenge>;

/** A solved challenge, sent as JSON in base64. */
export const altchaPayload = z.object({
  challenge: altchaChallenge,
  solution: z.object({ counter: z.number().int(), derivedKey: z.string(), time: z.number().optional() }),
});

export const getBotCheck = defineRoute({
  method: 'GET',
  path: '/api/bot-check/',
  service: 'admin',
  access: 'public',
  changesState: false,
  summary: 'Get the bot check of the installation: a challenge to solve, or the vendor to use',
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('off') }),
    z.object({ kind: z.literal('altcha'), challenge: altchaChallenge }),
    z.object({ kind: z.enum(['recaptcha', 'hcaptcha', 'turnstile']), site_key: z.string(), script: z.url() }),
  ]),
  errors: [],
});
