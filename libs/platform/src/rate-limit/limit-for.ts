import type { RateLimit } from './rate-limiter.ts';

/** A bound of one address, for the people of an installation who all seem to have it. */
const SHARED_FACTOR = 100;

/** The bound of attempts from an address: a greater one where many people share it (`shared` of the caller). */
export const limitFor = (limit: RateLimit, { shared }: { readonly shared?: true | undefined }): RateLimit =>
  shared === true ? { ...limit, attempts: limit.attempts * SHARED_FACTOR } : limit;
