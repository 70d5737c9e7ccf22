// The programs of `dist/` by name, with their sources.

/** What an installation runs: needs no package of the tests. */
export const PRODUCT = {
  ...Object.fromEntries(
    ['admin', 'crawler', 'events', 'gateway', 'reports', 'tasks'].map((name) => [name, `services/${name}/src/main.ts`]),
  ),
  // Loaded by crawler, events, tasks and admin from beside themselves (libs/matching/src/pool/matching-thread.ts).
  'matching.thread': 'libs/matching/src/pool/matching.thread.ts',
  // Loaded by the crawler in the same way (services/crawler/src/extraction/extractor.ts).
  'extract.process': 'services/crawler/src/extraction/extract.process.ts',
  // The crawler's own (services/crawler/src/screening).
  'screening.thread': 'services/crawler/src/screening/screening.thread.ts',
  openapi: 'services/gateway/src/openapi/print.ts',
  start: 'deploy/local/src/start.ts',
  demo: 'deploy/local/src/demo.ts',
  migrate: 'deploy/local/src/migrate.ts',
  ops: 'deploy/local/src/ops.ts',
};

/** Tests and tools of developers: built where their packages are installed. */
export const TOOLS = {
  'hold-against': 'e2e/src/hold-against-repository.ts',
  fuzz: 'e2e/src/fuzz.ts',
  faults: 'e2e/src/faults/faults.ts',
  'recovery-timing': 'e2e/src/recovery-timing.bench.ts',
  'stop-latency': 'e2e/src/stop-latency.bench.ts',
  'test-stack-setup': 'libs/testing/src/stack/global-setup.ts',
  'test-stack-teardown': 'libs/testing/src/stack/global-teardown.ts',
  'test-browser-setup': 'libs/testing/src/stack/browser-setup.ts',
};
