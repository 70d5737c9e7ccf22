import { DETECTOR_HINTS, detectorNames } from '@leakwatch/vocabulary';
import { useLocale } from './use-locale.ts';

interface Named {
  readonly name: string;
  /** The id of a detector of Leakwatch; null for a template of staff, whose texts are in one language. */
  readonly detector: string | null;
}

/** Name and hint of what was found, in the language that is shown. */
export function useTemplateTexts() {
  const locale = useLocale();
  const namesOf = ({ detector }: Named) => (detector === null ? undefined : detectorNames(detector));
  return {
    name: (named: Named): string => namesOf(named)?.[locale] ?? named.name,
    hint: (named: Named & { readonly hint: string }): string => {
      const names = namesOf(named);
      return names === undefined ? named.hint : DETECTOR_HINTS[locale][names.kind];
    },
  };
}
