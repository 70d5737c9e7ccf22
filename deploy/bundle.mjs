// Makes the programs of `dist/` from the TypeScript sources. Six processes that load some 2,000 small files each are slow
// to start; a few large ones load in a third of the time.
import { join } from 'node:path';
import { bundle } from './bundling.mjs';

const PROGRAMS = {
  ...Object.fromEntries(
    ['admin', 'crawler', 'events', 'gateway', 'reports', 'tasks'].map((name) => [name, `services/${name}/src/main.ts`]),
  ),
  openapi: 'services/gateway/src/openapi/print.ts',
  start: 'deploy/local/src/start.ts',
  demo: 'deploy/local/src/demo.ts',
  migrate: 'deploy/local/src/migrate.ts',
  'hold-against': 'e2e/src/hold-against-repository.ts',
  'test-stack-setup': 'libs/testing/src/stack/global-setup.ts',
  'test-stack-teardown': 'libs/testing/src/stack/global-teardown.ts',
  'test-browser-setup': 'libs/testing/src/stack/browser-setup.ts',
};

await bundle(PROGRAMS, join(import.meta.dirname, '..', 'dist'));
