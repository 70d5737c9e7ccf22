import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keywords } from '@leakwatch/bench';
import { expect, it } from '@jest/globals';
import { generateRepository } from './generate-repository.ts';
import { bench, shapeOf } from './shape.bench.ts';

const within = (value: number, [from, to]: readonly [number, number]) => (value >= from && value <= to ? 'within' : value);

it('a generated history has the shape of the measured ones, as far as a small one can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leakwatch-shape-'));
  const directory = join(folder, 'history.git');
  try {
    await generateRepository(directory, 30_000_000, keywords(1_000));
    const shape = await shapeOf(directory);
    const { bytes, versionsOfAPath, versionsOfTop, filesOfACommit, linesOfAChange, depthOfADelta, newOfADelta } = shape;
    expect({
      content: within(shape.contentBytes, [25e6, 35e6]),
      meanSize: within(bytes.mean, [15_000, 100_000]),
      medianSize: within(bytes.median, [5_000, 60_000]),
      versions: within(versionsOfAPath.mean, [8, 45]),
      top: within(versionsOfTop[1], [0.1, 0.8]),
      files: [filesOfACommit.median, within(filesOfACommit.p90, [3, 6])],
      lines: [within(linesOfAChange.median, [5, 12]), within(linesOfAChange.p90, [60, 130])],
      merges: within(shape.merges, [0.05, 0.15]),
      packed: within(shape.packed, [0.02, 0.08]),
      depth: within(depthOfADelta.median, [1, 8]),
      fresh: within(newOfADelta.p90, [0.1, 0.4]),
    }).toEqual({
      content: 'within',
      meanSize: 'within',
      medianSize: 'within',
      versions: 'within',
      top: 'within',
      files: [1, 'within'],
      lines: ['within', 'within'],
      merges: 'within',
      packed: 'within',
      depth: 'within',
      fresh: 'within',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('the benchmark of shapes runs', async () => {
  const printed: string[] = [];
  await bench.run({ size: 'tiny', options: { megabytes: '2' }, print: (line) => printed.push(line) });
  expect(printed.join('\n')).toContain('versions of a path');
});
