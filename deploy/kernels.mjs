// Compiles the kernels into the source. With --check, fails where a compiled one is not what its source gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const ROOT = join(import.meta.dirname, '..');
/** No runtime: the kernels allocate nothing. */
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--outFile', 'kernel.wasm'];
const KERNELS = [
  // Two pages of memory hold a piece of text and the runs in it.
  { name: 'base64-kernel', part: 'libs/matching', folder: 'encoded', flags: ['--enable', 'simd', '--initialMemory', '2'] },
  // A piece of text, the key, and the chunks of the piece.
  { name: 'chunk-kernel', part: 'libs/matching', folder: 'revisions', flags: ['--enable', 'simd', '--initialMemory', '2'] },
  // The memory is that of the table, and as large; 65,536 pages are all that there can be.
  {
    name: 'automaton-kernel',
    part: 'libs/matching',
    folder: 'automaton',
    flags: ['--enable', 'threads', '--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  },
  {
    name: 'delta-kernel',
    part: 'services/crawler',
    folder: 'repositories/packs',
    flags: ['--enable', 'simd', '--importMemory', '--initialMemory', '1'],
  },
];

for (const { name, part, folder, flags } of KERNELS) {
  let compiled = new Uint8Array();
  const { error, stderr } = await asc.main([`${name}.ts`, '--baseDir', join(ROOT, part, 'wasm'), ...FLAGS, ...flags], {
    writeFile: (_name, contents) => {
      compiled = contents;
    },
  });
  if (error !== null) {
    process.stderr.write(stderr.toString());
    process.exit(1);
  }
  const target = join(ROOT, part, 'src', folder, `${name}.wasm.ts`);
  const module = `// Made of wasm/${name}.ts by \`npm run kernel\`.
export const KERNEL =
  '${Buffer.from(compiled).toString('base64')}';
`;
  if (!process.argv.includes('--check')) writeFileSync(target, module);
  else if (readFileSync(target, 'utf8') !== module) {
    process.stderr.write(`${target} is not compiled from its source: run npm run kernel\n`);
    process.exit(1);
  }
}
