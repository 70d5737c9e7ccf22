import {
  type Bench,
  type BenchContext,
  type Contestant,
  documentsOf,
  figure,
  interleave,
  machineLine,
  ratioOf,
  sourceText,
  table,
} from '@leakwatch/bench';
import { detect, DETECTORS } from '@leakwatch/matching';
import { RE2JS } from 're2js';
import { fillTemplates } from '../src/detectors/samples.fixture.ts';

const SIZES = { full: { bytes: 1_000_000, plainBytes: 60_000 }, tiny: { bytes: 20_000, plainBytes: 4_000 } };
/** A finding with seven lines of source is as long. */
const TEXT_BYTES = 2_000;

interface Found {
  readonly found: number;
}

const textsOf = (bytes: Buffer): readonly string[] => documentsOf(bytes, TEXT_BYTES).map((text) => Buffer.from(text).toString());

const detectAll = (texts: readonly string[]): Found => ({ found: texts.reduce((sum, text) => sum + detect(text).found.length, 0) });

function eachAlone(texts: readonly string[]): () => Found {
  const engines = DETECTORS.map(({ expression }) => RE2JS.compile(expression));
  return () => ({ found: texts.reduce((sum, text) => sum + engines.filter((engine) => engine.test(Buffer.from(text))).length, 0) });
}

async function run({ size, print }: BenchContext): Promise<void> {
  const { bytes, plainBytes } = SIZES[size];
  const planted = DETECTORS.flatMap(({ samples }) => fillTemplates(samples));
  const kinds: readonly (readonly [string, Buffer])[] = [
    ['source', sourceText(bytes)],
    ['source, a secret every 20 lines', sourceText(bytes, { planted, plantedOneIn: 20 })],
    ['russian prose', sourceText(bytes, { kind: 'russian' })],
  ];
  const plain = kinds[1]?.[1].subarray(0, plainBytes) ?? Buffer.alloc(0);
  const contestants: readonly Contestant<Found>[] = [
    ...kinds.map(([name, text]) => {
      const texts = textsOf(text);
      return { name, group: name, run: () => detectAll(texts) };
    }),
    { name: 're2js, each over the text (without checks)', group: 'plain', run: eachAlone(textsOf(plain)) },
  ];
  const lengths = [...kinds.map(([, text]) => text.length), plain.length];
  const measured = await interleave(contestants);
  const [first] = measured;
  if (first === undefined) return;
  print(`\n${DETECTORS.length} detectors over texts of ${TEXT_BYTES} bytes\n`);
  print(
    table(
      ['text', 'MB/s', 'texts a second', 'found'],
      measured.map((one, at) => {
        const megabytes = (lengths[at] ?? 0) / 1e6;
        return [one.name, figure(megabytes / one.median), figure((megabytes * 1e6) / TEXT_BYTES / one.median), String(one.found.found)];
      }),
    ),
  );
  print(`\nwith secrets, in proportion to the time without: ${figure(ratioOf(first, measured[1] ?? first))}`);
}

/** How fast the texts of findings are examined for what leaked. */
export const bench: Bench = {
  name: 'detectors',
  async run(context) {
    context.print(machineLine());
    await run(context);
  },
};
