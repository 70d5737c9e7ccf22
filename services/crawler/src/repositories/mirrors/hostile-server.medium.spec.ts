import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BlobReader } from '../blobs/read-blobs.ts';
import { MAX_REFS } from '../git/git-limits.ts';
import { failure, useMirrorStage } from './mirror-stage.fixture.ts';

const { current, update } = useMirrorStage();

/** Adds refs to the server's repository without a file for each. */
function advertise(count: number, name: (index: number) => string): void {
  const oid = current().scratch.git('rev-parse', 'HEAD');
  let text = '# pack-refs with: peeled fully-peeled sorted \n';
  for (let index = 0; index < count; index += 1) text += `${oid} refs/x/${name(index)}\n`;
  writeFileSync(join(current().scratch.directory, '.git/packed-refs'), text);
}

describe('a server with more refs than any repository has', () => {
  it('is given up by their number', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    advertise(MAX_REFS + 1, (index) => String(index).padStart(7, '0'));
    expect(await failure(update())).toMatchObject({ code: 'refs_over_bound', retryable: false });
  });

  it('is given up by the length of their names', async () => {
    current().scratch.commit({ 'a.txt': 'one' });
    const long = `/${'n'.repeat(200)}`.repeat(200);
    advertise(2_000, (index) => `${String(index).padStart(7, '0')}${long}`);
    expect(await failure(update())).toMatchObject({ code: 'refs_over_bound' });
  });
});

it('an update of a mirror does not end the git of a launch that reads the same mirror', async () => {
  current().scratch.commit({ 'a.txt': 'one', 'b.txt': 'two' });
  await update();
  const oids = [current().blob('one'), current().blob('two')];
  const reader = new BlobReader({ directory: current().mirror, maximumBytes: 1000 });
  const running = () =>
    current()
      .processesWith(`GIT_DIR=${current().mirror}`)
      .filter((line) => line.includes('cat-file'));
  try {
    for await (const reading of reader.read(oids)) expect(reading.outcome).toBe('read');
    expect(running()).toHaveLength(2);
    await update();
    expect(running()).toHaveLength(2);
  } finally {
    reader.close();
  }
});
