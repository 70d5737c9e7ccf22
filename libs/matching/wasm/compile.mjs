// Compiles the kernel into src/encoded/text-kernel.wasm.ts. With --check, fails where that is not what the source gives.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const TARGET = join(import.meta.dirname, '..', 'src', 'encoded', 'text-kernel.wasm.ts');
/** No runtime: the kernel allocates nothing. Two pages of memory hold the piece and the runs in it. */
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '2', '--outFile', 'kernel.wasm'];

let compiled = new Uint8Array();
const { error, stderr } = await asc.main(['text-kernel.ts', '--baseDir', import.meta.dirname, ...FLAGS], {
  writeFile: (_name, contents) => {
    compiled = contents;
  },
});
if (error !== null) {
  process.stderr.write(stderr.toString());
  process.exit(1);
}
const module = `// Made of wasm/text-kernel.ts by \`npm run kernel\`.
export const TEXT_KERNEL =
  '${Buffer.from(compiled).toString('base64')}';
`;
if (!process.argv.includes('--check')) writeFileSync(TARGET, module);
else if (readFileSync(TARGET, 'utf8') !== module) {
  process.stderr.write('src/encoded/text-kernel.wasm.ts is not compiled from wasm/text-kernel.ts: run npm run kernel\n');
  process.exit(1);
}
