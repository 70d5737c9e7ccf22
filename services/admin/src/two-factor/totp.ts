import { generateSecret, generateURI, verify } from 'otplib';
import { toString } from 'qrcode';

/** What every authenticator app takes for granted: SHA-1, six digits, steps of 30 s. */
const STEP_SECONDS = 30;
/** A phone's clock may be off, and a code is typed while it changes: one step either side (RFC 6238, 5.2). */
export const WINDOW_STEPS = 1;
/** 160 bits, as RFC 4226 recommends. */
const SEED_BYTES = 20;
const ISSUER = 'Leakwatch';

/** A seed in base32. */
export const newSeed = (): string => generateSecret({ length: SEED_BYTES });

/** What an authenticator app reads from the image. */
export const seedUri = (seed: string, email: string): string => generateURI({ issuer: ISSUER, label: email, secret: seed });

/** The QR image that an authenticator app scans: SVG in base64. */
export async function seedImage(seed: string, email: string): Promise<string> {
  const svg = await toString(seedUri(seed, email), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return Buffer.from(svg).toString('base64');
}

/** The time step that a six-digit code belongs to within the window; null when there is none. `now` in milliseconds. */
export async function stepOfCode(seed: string, code: string, now = Date.now()): Promise<number | null> {
  const result = await verify({
    secret: seed,
    token: code,
    period: STEP_SECONDS,
    epoch: Math.floor(now / 1000),
    epochTolerance: STEP_SECONDS * WINDOW_STEPS,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
