import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LeakwatchError, Unavailable } from '../errors/leakwatch-error.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest body of a route that states no other bound: the form of one screen, with room for texts of three bytes a letter. */
export const FORM_BYTES = 16 * KIB;
/** The same for calls between services, which send pages of ids or addresses. */
const SERVICE_BYTES = MIB;
/**
 * Largest number of elements and members in a JSON body. A value takes up to 100 bytes of heap, however short its text is, so
 * that a bound of bytes alone would not bound memory. The largest task has 100,000 patterns and 2,000 repositories of five fields.
 */
const MAX_JSON_VALUES = 250_000;
/**
 * Bytes of bodies larger than FORM_BYTES that one process takes at the same time. A body needs up to four times its size while
 * it is parsed and checked, and a service has a heap of 192 MB. Further requests are asked to try again.
 */
export const LARGE_BODIES_BYTES = 32 * MIB;

/** Largest body of a route, in bytes; the gateway and the service that serves the route enforce it. */
export const bodyBytesOf = (route: { readonly bodyBytes?: number; readonly access: string }): number =>
  route.bodyBytes ?? (route.access === 'service' ? SERVICE_BYTES : FORM_BYTES);

export const tooLarge = () => new LeakwatchError('too_large', 413);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by Serves; routes that are not of the route table take no more than a form. */
    bodyBytes?: number;
  }
}

/**
 * Reads JSON bodies within the bound of their route and hands files on as streams; the use case that reads a file has a bound
 * of its own. Every other media type is refused with 415. Must be called before the routes are registered.
 */
export function readBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = route.config?.bodyBytes ?? FORM_BYTES;
  });
  limitLargeBodies(fastify);
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (hasMoreValues(text, MAX_JSON_VALUES)) done(tooLarge());
    else parse(request, text, done);
  });
  fastify.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
}

/** Refuses a large body while others take the memory that is set aside for them. */
function limitLargeBodies(fastify: FastifyInstance): void {
  let taken = 0;
  const releases = new WeakMap<FastifyRequest, () => void>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const bytes = largestBodyOf(request, request.routeOptions.bodyLimit ?? FORM_BYTES);
    if (bytes <= FORM_BYTES) return done();
    if (taken + bytes > LARGE_BODIES_BYTES) return done(new Unavailable());
    taken += bytes;
    const release = () => {
      if (releases.delete(request)) taken -= bytes;
    };
    releases.set(request, release);
    // Where the client leaves before it is answered.
    reply.raw.once('close', release);
    done();
  });
  // The work is done; how fast the answer is read is the client's affair.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    releases.get(request)?.();
    done(null, payload);
  });
}

/** As large as the request says, or as its route allows when it does not say. */
export function largestBodyOf({ headers }: Pick<FastifyRequest, 'headers'>, bound: number): number {
  if (headers['transfer-encoding'] !== undefined) return bound;
  return Math.min(bound, Number(headers['content-length'] ?? 0));
}

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = ['"', ',', '\\', '[', '{'].map((sign) => sign.charCodeAt(0));

/** Whether a JSON text has more than `max` elements and members; every one follows a comma or an opening bracket. */
export function hasMoreValues(json: string, max: number): boolean {
  let [values, inText] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (inText && sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) inText = !inText;
    else if (!inText && (sign === COMMA || sign === BRACKET || sign === BRACE) && (values += 1) > max) return true;
  }
  return false;
}
