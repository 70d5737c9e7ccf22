import { DETECTOR_ID_NAMESPACE, type RegexTemplate } from '@leakwatch/contracts';
import { DETECTORS } from '@leakwatch/matching';
import { nameId, type SqlEntityManager } from '@leakwatch/platform';
import { detectorKind, detectorText } from '@leakwatch/vocabulary';
import type { StoredTemplate } from './regex-template.entity.ts';
import { allTemplates, type TemplateFields } from './regex-template.store.ts';

/** The detectors of Leakwatch, which nobody can change. */
const BUILT_IN: readonly RegexTemplate[] = DETECTORS.map(({ id: detector, expression, severity }) => {
  const text = detectorText(detector, 'en');
  return {
    id: nameId(DETECTOR_ID_NAMESPACE, [detector]),
    name: text?.name ?? detector,
    regex: expression,
    hint: text?.hint ?? '',
    severity,
    detector,
    kind: detectorKind(detector) ?? null,
    version: null,
  };
});

/** A template of staff as the wire has it. */
export const toTemplate = ({
  id,
  name,
  regex,
  hint,
  severity,
  version,
}: TemplateFields & Pick<StoredTemplate, 'id' | 'version'>): RegexTemplate => ({
  id,
  name,
  regex,
  hint,
  severity,
  detector: null,
  kind: null,
  version,
});

export async function regexTemplates(em: SqlEntityManager): Promise<RegexTemplate[]> {
  return [...(await allTemplates(em)).map(toTemplate), ...BUILT_IN];
}
