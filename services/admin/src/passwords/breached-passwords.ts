import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';

/** A person waits for the answer. */
const TIMEOUT_MS = 3000;
/** Of the 40 hexadecimal digits. About 2,000 breached passwords share a prefix, so the service does not learn which one is meant. */
const PREFIX = 5;

/**
 * Asks a range service of breached passwords, in the shape of Have I Been Pwned: `GET <base>/<first five digits of SHA-1>`
 * answers with lines `<other digits>:<times>`; lines with 0 times are padding. Without BREACHED_PASSWORDS_URL no service
 * is asked.
 */
@Injectable()
export class BreachedPasswords {
  private readonly base: string | undefined;

  constructor(
    @Inject(SETTINGS) settings: Pick<AdminSettings, 'BREACHED_PASSWORDS_URL'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.base = settings.BREACHED_PASSWORDS_URL;
  }

  /** Also false when the service does not answer: the other checks still hold, and people can set a password. */
  async has(password: string): Promise<boolean> {
    if (this.base === undefined) return false;
    const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
    try {
      const lines = await this.ask(this.base, hash.slice(0, PREFIX));
      return lines.some((line) => {
        const [rest, times] = line.trim().split(':');
        return rest === hash.slice(PREFIX) && Number(times) > 0;
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'the service of breached passwords did not answer');
      return false;
    }
  }

  private async ask(base: string, prefix: string): Promise<string[]> {
    const answer = await fetch(`${base}/${prefix}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'leakwatch' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.text()).split('\n');
  }
}
