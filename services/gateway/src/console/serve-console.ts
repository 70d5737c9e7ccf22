import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The console as Vite built it, in the checkout or image that this program lies in. */
const BUILT = (() => {
  const below = (folder: string): string => {
    const built = join(folder, 'apps', 'console', 'dist');
    return existsSync(built) || dirname(folder) === folder ? built : below(dirname(folder));
  };
  return below(import.meta.dirname);
})();

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  // Mantine sets styles at run time; scripts come from our files alone. Nothing may be loaded from elsewhere.
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** Serves the console's files, every route of its router as index.html, and the security headers on everything. */
export async function serveConsole(app: NestFastifyApplication, built = BUILT): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
  });
  if (!existsSync(built)) return;
  await fastify.register(fastifyStatic, {
    root: built,
    wildcard: false,
    // Names of assets carry their content's hash; everything else is asked for again.
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
}
