// Builds programs of `dist/` from the TypeScript sources: all of them, `product` for those that an installation runs, or those that are
// named, since an image has no demonstration and no tests. Six processes that load about 2,000 small files each start slowly; a few
// large files load in a third of the time.
import { join } from 'node:path';
import { bundle } from './bundling.mjs';
import { PRODUCT, TOOLS } from './programs.mjs';

const ALL = { ...PRODUCT, ...TOOLS };
const words = process.argv.slice(2);
const named = words.flatMap((word) => (word === 'product' ? Object.keys(PRODUCT) : [word]));
const unknown = named.filter((name) => !(name in ALL));
if (unknown.length > 0) throw new Error(`no such program: ${unknown.join(', ')}`);
const programs = Object.fromEntries(Object.entries(ALL).filter(([name]) => named.length === 0 || named.includes(name)));

await bundle(programs, join(import.meta.dirname, '..', 'dist'));
