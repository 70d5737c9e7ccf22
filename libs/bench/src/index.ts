export type { Bench, BenchContext, BenchSize } from './bench.ts';
export { keywords } from './keywords.ts';
export { gitVersion, machineLine } from './machine.ts';
export { type AskedPage, measurePages } from './pages.ts';
export { type Contestant, interleave, type Measured, median, ratioOf, ResultsDiffer, ROUNDS } from './rounds.ts';
export { type Seeded, seeded } from './seeded.ts';
export { documentsOf, sourceText, type TextOptions } from './source-text.ts';
export { figure, goal, table } from './table.ts';
