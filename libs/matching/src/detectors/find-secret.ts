import { DetectorTable } from './detector-table.ts';
import { DETECTORS } from './detectors.ts';
import { ruleOf } from './rule.ts';

let table: DetectorTable | undefined;

/**
 * The id of the detector that recognises a real credential in the text, or null. A pattern that holds one is refused:
 * searching a public source for it would leak it.
 */
export function findSecret(text: string): string | null {
  table ??= new DetectorTable(DETECTORS.filter(({ refusedInWords }) => refusedInWords === true).map(ruleOf));
  return table.detect(text).found[0]?.detector ?? null;
}
