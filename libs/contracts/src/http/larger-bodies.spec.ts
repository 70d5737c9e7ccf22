import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PUBLIC_ROUTES } from './routes.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'behaviour', 'requests.md');
const KIB = 1024;

const spelled = (bytes: number): string => (bytes >= KIB * KIB ? `${bytes / KIB / KIB} MiB` : `${Math.ceil(bytes / KIB)} KiB`);

test('the page on requests names every body that may be larger than a form', () => {
  const named = [...readFileSync(PAGE, 'utf8').matchAll(/^\| .* \| `(\w+ \/\S+)` \| (\d+ [KM]iB) \|$/gm)].map(
    ([, call, size]) => `${call} ${size}`,
  );
  const larger = PUBLIC_ROUTES.flatMap(({ method, path, bodyBytes }) =>
    bodyBytes === undefined ? [] : [`${method} ${path} ${spelled(bodyBytes)}`],
  );
  expect(named.toSorted()).toEqual(larger.toSorted());
});
