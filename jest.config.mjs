const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true, tsx: false },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        keepClassNames: true,
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
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

/** What is real in each tier: unit = nothing outside the process; medium = PostgreSQL, Redis, git, HTTP; kafka = the same with a real broker;
 * e2e = the whole product in Chromium. */
export default {
  // A bound for a stuck test, not a measurement: machines are slow and shared.
  testTimeout: 300_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/deploy', '<rootDir>/apps/console/src'],
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, '\\.(medium|kafka)\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'medium',
      roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/deploy'],
      testMatch: ['**/*.medium.spec.ts'],
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
