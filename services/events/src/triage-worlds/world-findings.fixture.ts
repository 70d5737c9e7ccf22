import type { Finding } from '@leakwatch/contracts';
import { repository } from '../blacklist/blacklist.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { type ModelFinding, OWNERS, PASTE } from './triage-happenings.fixture.ts';

const SECRETS = [`glpat-${'aB3dE6gH9jK2mN5pQ8sT'}`, `glpat-${'zY8xW5vU2tS9rQ6pO3nM'}`];
const CUT_TEXT = 'romashka vpn has';
const textOf = ({ place, lines }: ModelFinding): string => {
  if (place === PASTE) return lines === 0 ? CUT_TEXT : `${CUT_TEXT} ${SECRETS[0]} of the new office`;
  return lines === 0 ? `romashka vpn of the old office is opened with ${SECRETS[place % 2]}` : 'romashka vpn sample';
};
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** After whatever happens in a world. */
const SOON = '2090-01-01T00:00:00.000Z';
const hashOf = (lines: number): string => String(lines).padStart(64, '0');

/** A finding as a crawler publishes it. */
export function findingOf(of: ModelFinding, owner: Pick<Finding, 'organisation_id' | 'task_id'>): Finding {
  const { place, lines, version, late } = of;
  const text = textOf(of);
  const isPaste = place === PASTE;
  return makeFinding({
    ...owner,
    ...(isPaste && { source_type: 'pastebin', commit: null }),
    container: isPaste
      ? { key: 'a0', title: 'a paste', url: 'https://pastes.example/a0', owner: '' }
      : repository(OWNERS[place] ?? '', `shop-${place}`),
    path: `${place}.env`,
    document: { version: `${version}`.padStart(40, '0'), bytes: 100 },
    lines_hash: hashOf(lines),
    continues: isPaste && lines === 1 ? hashOf(0) : null,
    found_at: late ? LONG_AGO : SOON,
    excerpt: { text, segments: [{ at: 0, line: 1 }], highlights: [{ start: 0, end: 12 }], truncated: false },
  });
}
