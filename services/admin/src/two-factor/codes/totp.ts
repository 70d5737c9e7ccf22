import { generateSecret, generateURI, verify } from 'otplib';
import { toString } from 'qrcode';

/** The defaults of all authenticator apps: SHA-1, six digits, steps of 30 s. */
const STEP_SECONDS = 30;
/** One step before and after: a phone's clock may be off, and a code may change while it is typed (RFC 6238, 5.2). */
export const WINDOW_STEPS = 1;
/** 160 bits, as RFC 4226 recommends. */
const SEED_BYTES = 20;
const ISSUER = 'Leakwatch';

/** A seed in base32. */
export const newSeed = (): string => generateSecret({ length: SEED_BYTES });

/** The address in the QR image. */
export const seedUri = (seed: string, email: string): string => generateURI({ issuer: ISSUER, label: email, secret: seed });

/** The QR image for an authenticator app: SVG in base64. */
export async function seedImage(seed: string, email: string): Promise<string> {
  const svg = await toString(seedUri(seed, email), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return Buffer.from(svg).toString('base64');
}

/** The time step of a six-digit code; null when the code belongs to no step of the window. `now` in milliseconds. */
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
