// The order of test files: those that take a minute or more begin first, so that none of them runs alone at the end of its tier.
// Jest itself orders by the durations of its last run, which a fresh clone does not have, else by the size of the files.
import Sequencer from '@jest/test-sequencer';

const LONGEST = [
  'e2e/src/console-pages.e2e.spec.ts',
  'e2e/src/digests-to-subscribed.e2e.spec.ts',
  'e2e/src/faults/faults.e2e.spec.ts',
  'e2e/src/telegram-two-crawlers.e2e.spec.ts',
  'e2e/src/organisation-deletion.e2e.spec.ts',
  'e2e/src/scaled.e2e.spec.ts',
  'e2e/src/task-forms.e2e.spec.ts',
  'e2e/src/searched-sources.e2e.spec.ts',
  'e2e/src/whole-path.e2e.spec.ts',
  'services/crawler/src/sources/conformance/source-conformance.medium.spec.ts',
  'services/gateway/src/forwarding/bodies.medium.spec.ts',
  'services/crawler/src/screening/screen-objects.medium.spec.ts',
  'services/crawler/src/repositories/mirrors/corrupt-pack.medium.spec.ts',
  'services/reports/src/making/killed-worker.medium.spec.ts',
  'services/crawler/src/sources/conformance/git-conformance.medium.spec.ts',
  'services/crawler/src/extraction/recall.medium.spec.ts',
  'apps/console/src/app/pages.spec.tsx',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => LONGEST.findIndex((name) => path.replace(/js$/, 'ts').endsWith(`/${name}`));
    const byDefault = super.sort(tests);
    const longest = byDefault.filter((test) => place(test) >= 0).sort((one, other) => place(one) - place(other));
    return [...longest, ...byDefault.filter((test) => place(test) < 0)];
  }
}
