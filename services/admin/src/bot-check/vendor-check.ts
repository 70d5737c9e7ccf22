import { BOT_CHECK_VENDORS, type BotCheckVendor } from '@leakwatch/contracts';
import { type Logger, Unavailable } from '@leakwatch/platform';
import { z } from 'zod';
import type { BotCheck } from './bot-check.port.ts';

/** A person waits for the answer. */
const ANSWER_MS = 5_000;

/** The three vendors use the same shape; version 3 of reCAPTCHA adds a score from 0 (a program) to 1. */
const verifyAnswer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
});

/** Error codes for a mistake in the settings of the installation, which people at the page cannot correct. */
const SETTINGS_FAULTS = new Set(['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'bad-request']);

export interface VendorOptions {
  readonly vendor: BotCheckVendor;
  readonly siteKey: string;
  readonly secret: string;
  /** Replaces the vendor's address. */
  readonly verifyUrl: string | undefined;
  readonly leastScore: number;
  readonly logger: Logger;
}

/** A check by reCAPTCHA, hCaptcha or Turnstile: the page obtains a token from the vendor, and the vendor verifies it. */
export class VendorCheck implements BotCheck {
  private readonly options: VendorOptions;

  constructor(options: VendorOptions) {
    this.options = options;
  }

  async describe() {
    const { vendor, siteKey } = this.options;
    return { kind: vendor, site_key: siteKey, script: BOT_CHECK_VENDORS[vendor].script };
  }

  async passes(token: string | undefined, address: string): Promise<boolean> {
    if (token === undefined || token === '') return false;
    const answer = await this.ask(token, address);
    const faults = answer['error-codes']?.filter((code) => SETTINGS_FAULTS.has(code)) ?? [];
    if (faults.length > 0) {
      this.options.logger.error({ vendor: this.options.vendor, codes: faults }, 'the bot-check vendor refuses the keys of the settings');
      throw new Unavailable('bot_check_unavailable');
    }
    return answer.success && (answer.score ?? 1) >= this.options.leastScore;
  }

  private async ask(token: string, address: string) {
    const { vendor, secret, verifyUrl, logger } = this.options;
    try {
      const response = await fetch(verifyUrl ?? BOT_CHECK_VENDORS[vendor].verify, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return verifyAnswer.parse(await response.json());
    } catch (error) {
      logger.warn({ vendor, error: String(error) }, 'the bot-check vendor did not answer');
      throw new Unavailable('bot_check_unavailable', error);
    }
  }
}
