/** `full` gives figures; `tiny` only shows that the bench still runs and its contestants agree. */
export type BenchSize = 'full' | 'tiny';

export interface BenchContext {
  readonly size: BenchSize;
  readonly print: (line: string) => void;
  /** What follows `--` on the command line as `name=value`. */
  readonly options: Readonly<Record<string, string>>;
}

/** What a `*.bench.ts` exports as `bench`. */
export interface Bench {
  readonly name: string;
  run(context: BenchContext): Promise<void>;
}
