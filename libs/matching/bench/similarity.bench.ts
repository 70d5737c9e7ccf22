import { type Bench, type BenchContext, figure, goal, machineLine, table } from '@leakwatch/bench';
import { comparedText, detect, fingerprintsOf, NEAR_TEXT, resemblanceOf, secretsOf } from '@leakwatch/matching';
import { type LabelledPair, labelledPairs } from './labelled-pairs.ts';

const EACH = { full: 2_000, tiny: 20 };
const THRESHOLDS = [0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8];

interface Judged extends LabelledPair {
  readonly resemblance: number;
  readonly sharesSecret: boolean;
  readonly otherSecrets: boolean;
}

function judge(pair: LabelledPair): Judged {
  const of = (text: string) => ({ fingerprints: fingerprintsOf(comparedText(text)), secrets: secretsOf(text, detect(text)) });
  const left = of(pair.left);
  const right = of(pair.right);
  const sharesSecret = left.secrets.some((secret) => right.secrets.includes(secret));
  return {
    ...pair,
    resemblance: resemblanceOf(left.fingerprints, right.fingerprints),
    sharesSecret,
    otherSecrets: !sharesSecret && left.secrets.length > 0 && right.secrets.length > 0,
  };
}

const isSimilar = ({ sharesSecret, otherSecrets, resemblance }: Judged, threshold: number): boolean =>
  sharesSecret || (!otherSecrets && resemblance >= threshold);

/** The share of a list, 1 for an empty one. */
const share = (part: number, all: number): number => (all === 0 ? 1 : part / all);

function quality(judged: readonly Judged[], threshold: number) {
  const said = judged.filter((pair) => isSimilar(pair, threshold));
  const right = said.filter(({ same }) => same).length;
  const same = judged.filter((pair) => pair.same).length;
  return { precision: share(right, said.length), recall: share(right, same) };
}

async function run({ size, print }: BenchContext): Promise<void> {
  const pairs = labelledPairs(EACH[size]);
  const judged = pairs.map(judge);
  const kinds = [...new Set(judged.map(({ kind }) => kind))].map((kind) => judged.filter((pair) => pair.kind === kind));
  print(`\n${EACH[size]} pairs of each kind; similar from a resemblance of ${NEAR_TEXT} on\n`);
  print(
    table(
      ['kind of pair', 'is the same', 'called similar', 'resemblance: 5 %', 'median', '95 %'],
      kinds.map((of) => {
        const sorted = of.map(({ resemblance }) => resemblance).sort((a, b) => a - b);
        const at = (part: number) => figure(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
        const similar = of.filter((pair) => isSimilar(pair, NEAR_TEXT)).length;
        return [
          of[0]?.kind ?? '',
          of[0]?.same === true ? 'yes' : 'no',
          `${figure((100 * similar) / of.length)} %`,
          at(0.05),
          at(0.5),
          at(0.95),
        ];
      }),
    ),
  );
  print('');
  print(
    table(
      ['threshold', 'precision', 'recall'],
      THRESHOLDS.map((threshold) => {
        const { precision, recall } = quality(judged, threshold);
        return [String(threshold), precision.toFixed(4), recall.toFixed(4)];
      }),
    ),
  );
  const chosen = quality(judged, NEAR_TEXT);
  print('');
  print(goal('precision at the chosen threshold', chosen.precision, { least: 0.99 }));
  print(goal('recall at the chosen threshold', chosen.recall, { least: 0.95 }));
  const begun = performance.now();
  let characters = 0;
  for (const { left } of pairs) {
    fingerprintsOf(comparedText(left));
    characters += left.length;
  }
  print(`\n${figure(characters / 1e3 / (performance.now() - begun))} MB/s are fingerprinted`);
}

/** How well similar texts are distinguished from others on labelled pairs, and how fast texts are fingerprinted. */
export const bench: Bench = {
  name: 'similarity',
  async run(context) {
    context.print(machineLine());
    await run(context);
  },
};
