const swc = (parser, transform) => [
  '@swc/jest',
  { swcrc: false, jsc: { target: 'es2023', parser, transform, keepClassNames: true }, module: { type: 'es6' }, sourceMaps: 'inline' },
];
const transform = {
  '^.+\\.tsx$': swc({ syntax: 'typescript', tsx: true }, { react: { runtime: 'automatic' } }),
  '^.+\\.ts$': swc(
    { syntax: 'typescript', decorators: true, tsx: false },
    { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  ),
};

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.leakwatch/'],
};

/** What is real in each tier: unit = nothing outside the process; console = the same, with a document (jsdom); medium = PostgreSQL, Redis, git, HTTP; kafka = the same with a real broker;
 * e2e = the whole product in Chromium. */
export default {
  // A bound for a stuck test, not a measurement: machines are slow and shared.
  testTimeout: 300_000,
  // Modules of a test file stay in the memory of its worker; after some hundred files it would be at the limit of its heap.
  workerIdleMemoryLimit: '1500MB',
  testSequencer: '<rootDir>/deploy/local/longest-first.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: [
        '<rootDir>/libs',
        '<rootDir>/services',
        '<rootDir>/deploy',
        '<rootDir>/apps/console/src',
        '<rootDir>/apps/console/mock',
        '<rootDir>/apps/console/build',
      ],
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '\\.(medium|kafka)\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'console',
      roots: ['<rootDir>/apps/console/src'],
      testMatch: ['**/*.spec.tsx'],
      testEnvironment: '<rootDir>/apps/console/testing/environment.mjs',
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'], url: 'http://console.test/' },
      setupFiles: ['<rootDir>/apps/console/testing/setup.mjs'],
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      moduleNameMapper: { '\\.css$': '<rootDir>/apps/console/testing/css.mjs' },
    },
    {
      ...shared,
      displayName: 'medium',
      roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/deploy'],
      testMatch: ['**/*.medium.spec.ts'],
      setupFiles: ['<rootDir>/deploy/local/properties.mjs'],
      globalSetup: '<rootDir>/dist/test-stack-setup.js',
      globalTeardown: '<rootDir>/dist/test-stack-teardown.js',
    },
    {
      ...shared,
      displayName: 'kafka',
      roots: ['<rootDir>/libs', '<rootDir>/e2e'],
      testMatch: ['**/*.kafka.spec.ts'],
      globalSetup: '<rootDir>/dist/test-stack-setup.js',
      globalTeardown: '<rootDir>/dist/test-stack-teardown.js',
    },
    {
      ...shared,
      displayName: 'e2e',
      roots: ['<rootDir>/e2e'],
      globalSetup: '<rootDir>/dist/test-browser-setup.js',
      testMatch: ['**/*.e2e.spec.ts'],
    },
  ],
};
