import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DETECTOR_ID_NAMESPACE } from '@leakwatch/contracts';
import { DETECTORS, summarise } from '@leakwatch/matching';
import { nameId, type SqlEntityManager } from '@leakwatch/platform';
import { CompareTexts } from '../similarity/compare-texts.ts';
import { CompiledDetectors } from './compiled-detectors.ts';
import type { Examination } from './detector.entities.ts';

/** Characters that are examined before other work has its turn: a few milliseconds. */
const AT_ONCE = 128 * 1024;

const WIRE_IDS: ReadonlyMap<string, string> = new Map(DETECTORS.map(({ id }) => [id, nameId(DETECTOR_ID_NAMESPACE, [id])]));

/** The id of a detector on the wire; a template's own id. */
export const wireId = (detector: string): string => WIRE_IDS.get(detector) ?? detector;

export interface ExaminedText {
  readonly organisation: string;
  readonly text: string;
}

/** Runs the detectors and the templates of staff over texts of events. */
@Injectable()
export class ExamineTexts {
  constructor(
    private readonly compare: CompareTexts,
    private readonly detectors: CompiledDetectors,
  ) {}

  /** In the order of the texts. The revision is held until the transaction ends. */
  async run(em: SqlEntityManager, texts: readonly ExaminedText[]): Promise<readonly Examination[]> {
    const table = await this.detectors.hold(em);
    const examined: Examination[] = [];
    let characters = 0;
    for (const { organisation, text } of texts) {
      const detected = table.detect(text);
      const { tokens, severity } = summarise(text, detected);
      const compared = this.compare.of(organisation, text, detected, tokens[0]?.detector);
      examined.push({ severity, compared, tokens: tokens.map(({ detector, ...token }) => ({ id: wireId(detector), ...token })) });
      characters += text.length;
      if (characters < AT_ONCE) continue;
      characters = 0;
      await setImmediate();
    }
    return examined;
  }
}
