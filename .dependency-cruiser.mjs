// Who may import whom. A forbidden import fails `npm run check` and CI.
const lib = (name) => `^libs/${name}/`;
const only = (from, allowed, comment) => ({
  name: `${from.replaceAll(/[^a-z-]/g, '')}-imports`,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.spec\\.tsx?$|\\.fixture\\.ts$|^[^/]+/[^/]+/bench/' },
  to: { path: '^(libs|services|apps|deploy|e2e)/', pathNot: [from, ...allowed].join('|') },
});

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only(lib('vocabulary'), [], 'vocabulary imports nothing'),
    only(lib('rules'), [lib('vocabulary')], 'rules import vocabulary'),
    only(lib('contracts'), [lib('vocabulary'), lib('rules')], 'contracts import vocabulary and rules'),
    only(lib('matching'), [lib('vocabulary'), lib('rules')], 'matching imports vocabulary and rules'),
    only(lib('platform'), [], 'platform imports third parties only'),
    only(lib('simulators'), [lib('vocabulary')], 'simulators import vocabulary'),
    ...['gateway', 'admin', 'tasks', 'crawler', 'events', 'reports'].map((service) =>
      only(`^services/${service}/`, ['^libs/(vocabulary|rules|matching|contracts|platform)/'], 'a service imports no other service'),
    ),
    only('^apps/console/', ['^libs/(contracts|rules|vocabulary)/'], 'the console imports contracts, rules, vocabulary'),
    {
      name: 'kafkajs-in-its-adapter',
      comment: 'kafkajs is no longer kept up: one folder knows it',
      severity: 'error',
      from: { pathNot: '^libs/platform/src/bus/kafka/' },
      to: { path: 'node_modules/kafkajs/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '\\.domain\\.ts$' },
      to: { path: '^(libs|services|node_modules)/', pathNot: '^libs/(vocabulary|rules)/|\\.domain\\.ts$' },
    },
    {
      name: 'console-features-apart',
      comment: 'features meet in app, never in each other',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'texts-import-texts',
      comment: 'the first file of the console waits for the texts of its page: a text that imports what is in that file would wait for it',
      severity: 'error',
      from: { path: '^apps/console/src/features/.*/texts/', pathNot: '\\.fixture\\.ts$' },
      to: { pathNot: '/texts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-deep-imports',
      comment: 'a library is entered by its index',
      severity: 'error',
      from: { path: '^(libs|services|apps|deploy|e2e)/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/(?!index\\.ts$)', pathNot: '^$1/$2/' },
    },
    only('^libs/bench/', [], 'what benches share knows nothing of what they measure'),
    {
      name: 'benches-apart',
      comment: 'nothing that runs for a customer imports a bench',
      severity: 'error',
      from: { path: '^(libs|services|apps|deploy)/', pathNot: '^[^/]+/[^/]+/bench/|^libs/bench/' },
      to: { path: '^[^/]+/[^/]+/bench/|^libs/bench/' },
    },
    {
      name: 'testing-in-tests-alone',
      severity: 'error',
      from: { path: '^(libs|services|apps|deploy)/', pathNot: '\\.spec\\.tsx?$|\\.fixture\\.ts$|^[^/]+/[^/]+/bench/|^libs/testing/' },
      to: { path: lib('testing') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|shots|\\.leakwatch)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
