import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const securityHeaders = (check: BotCheckKind): Readonly<Record<string, string>> => ({
  'content-security-policy': contentPolicy(check),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
});

/** Serves the console's files, every route of its router as index.html, and the security headers on everything. */
export async function serveConsole(app: NestFastifyApplication, check: BotCheckKind): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const headers = Object.entries(securityHeaders(check));
  fastify.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of headers) reply.header(name, value);
  });
  if (!existsSync(BUILT)) return;
  await fastify.register(fastifyStatic, {
    root: BUILT,
    wildcard: false,
    // Names of assets carry their content's hash; everything else is asked for again.
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
}
