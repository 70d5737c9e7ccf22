import { z } from 'zod';

/*
 * Settings that two services must read alike, so they are part of the contract between the two.
 */

/** Ports of the services on one machine, when their addresses are not given. */
export const SERVICE_PORTS = { admin: 8101, tasks: 8102, crawler: 8103, events: 8104, reports: 8105 } as const;

const seconds = (value: number) => z.coerce.number().int().min(1).max(86_400).default(value);

/** Admin opens sessions and the gateway checks them; admin checks bot-check tokens and the gateway allows the check's script. */
export const signInSettings = z.object({
  SESSION_IDLE_SECONDS: seconds(1800).describe('A session without activity ends after this'),
  SESSION_ABSOLUTE_SECONDS: seconds(43_200).describe('A session ends after this in any case'),
  BOT_CHECK: z
    .enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'off'])
    .default('altcha')
    .describe('Bot check at sign-in; with altcha the browser solves a challenge and no third party is asked'),
});

/** Events makes digests; admin shows people how often they are sent. */
export const digestSettings = z.object({
  DIGEST_INTERVAL_SECONDS: seconds(3600).describe('Minimum time between two digests (by mail and in Telegram) of one task’s new events'),
});

/** Tasks accepts the addresses of repositories; the crawler fetches them. */
export const repositoryAddressSettings = z.object({
  GIT_ALLOW_FILE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true')
    .describe('Whether repositories may be paths on the crawler’s machine'),
});
