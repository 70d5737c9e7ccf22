import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

/** Of a thread that matches, in MiB: most of it is left for compiled patterns. */
const HEAP_MIB = 64;
/** Half of the largest document: with an object for each of its stretches it would take several times the heap. */
const TEXT_MIB = 24;

/** Matches one text, which is a short one many times, in a process with a small heap: one that is out of memory ends. */
const PROGRAM = `
  const [matching, bytes, unit, last] = JSON.parse(process.argv[1]);
  const { compilePatterns, describeDocument } = await import(matching);
  const text = Buffer.alloc(bytes, unit);
  text.write(last, bytes - Buffer.byteLength(last));
  const result = describeDocument(compilePatterns([{ id: 'a', kind: 'deep', text: 'corp.example' }]), { bytes: text });
  console.log(result.outcome === 'examined' ? result.matches.length : result.outcome);`;
const FLAGS = ['--conditions=source', '--disable-warning=ExperimentalWarning', `--max-old-space-size=${HEAP_MIB}`, '--input-type=module'];

it.each([
  ['words with entities of a page', '&amp;<b>', '<p>db.corp&#46;example'],
  ['words with percents', '%41 ', ' db.corp%2Eexample'],
  ['words with escapes of JSON', '"\\u0041"', String.raw`"db.corp\u002eexample"`],
  ['one word of entities', '&amp;', '<p>db.corp&#46;example'],
  ['values in base64', 'cGFzc3dvcmQgb2YgZGI=,', ` ${Buffer.from('password of db.corp.example').toString('base64')}`],
  ['lines of base64', 'cGFzc3dvcmQgb2YgZGIg\n', `\n!\n${Buffer.from('password of db.corp.example').toString('base64')}`],
  [
    'texts between other bytes in one value in base64',
    Buffer.from('password of db\u0007').toString('base64'),
    ` ${Buffer.from('password of db.corp.example').toString('base64')}`,
  ],
])('%s: a text that is full of them is matched in a small heap', async (_name, unit, last) => {
  const input = [new URL('../index.ts', import.meta.url).href, TEXT_MIB * 1024 * 1024, unit, last];
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, '-e', PROGRAM, JSON.stringify(input)], { env: {} });
  expect(stdout).toBe('1\n');
});
