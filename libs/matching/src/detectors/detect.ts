import { DetectorTable, type Detected } from './detector-table.ts';
import { DETECTORS } from './detectors.ts';
import { type OwnRule, ownRule, type Rule, ruleOf } from './rule.ts';

const RULES: readonly Rule[] = DETECTORS.map(ruleOf);
let builtIn: DetectorTable | undefined;

/** What the detectors of Leakwatch find in a text. */
export const detect = (text: string): Detected => (builtIn ??= new DetectorTable(RULES)).detect(text);

/** The detectors of Leakwatch together with expressions of the installation. Making one takes about a tenth of a second. */
export const detectorTable = (own: readonly OwnRule[]): DetectorTable => new DetectorTable([...RULES, ...own.map(ownRule)]);
