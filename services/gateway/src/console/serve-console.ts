import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { type BotCheckKind, contentPolicy } from '@leakwatch/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The console as Vite built it, in the checkout or image that this program lies in. */
const BUILT = (() => {
  const below = (folder: string): string => {
    const built = join(folder, 'apps', 'console', 'dist');
    return existsSync(built) || dirname(folder) === folder ? built : below(dirname(folder));
  };
  return below(import.meta.dirname);
})();

/** Once a browser has used https it refuses http for a year. Other hosts of the domain may have none, so they are not included. */
const HSTS = 'max-age=31536000';

interface Served {
  readonly check: BotCheckKind;
  /** People reach the console over https. */
  readonly https: boolean;
}

const securityHeaders = ({ check, https }: Served): Readonly<Record<string, string>> => ({
  ...(https && { 'strict-transport-security': HSTS }),
  'content-security-policy': contentPolicy(check),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
});

/**
 * Answers of up to this many bytes travel in one or two packets anyway. What is not compressible by its type (downloads, the live stream)
 * is left as it is.
 */
export const COMPRESSED_FROM_BYTES = 1_400;

/** Serves the console's files, every route of its router as index.html, and the security headers on everything. Texts are compressed. */
export async function serveConsole(app: NestFastifyApplication, served: Served): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const headers = Object.entries(securityHeaders(served));
  fastify.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of headers) reply.header(name, value);
  });
  // Fast rather than small: a page of events is compressed for every request.
  await fastify.register(fastifyCompress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['gzip', 'identity'],
    zlibOptions: { level: 4 },
    // Bodies of requests pass as they come: what is unpacked no longer has the length that the request states.
    globalDecompression: false,
  });
  if (!existsSync(BUILT)) return;
  await fastify.register(fastifyStatic, {
    root: BUILT,
    wildcard: false,
    // Compressed when the console was built (apps/console/build/precompress.ts).
    preCompressed: true,
    // Names of assets carry their content's hash; everything else is asked for again.
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
}
