import { useTexts } from './use-texts.ts';

interface Named {
  readonly name: string;
  /** The id of a detector of Leakwatch; null for a template of staff, whose texts are in one language. */
  readonly detector: string | null;
}

/** Name and hint of what was found, in the language that is shown; those of the server for a detector that this console does not know. */
export function useTemplateTexts() {
  const { t, exists } = useTexts();
  const isKnown = (detector: string | null): detector is string => detector !== null && exists(`detectors.${detector}.name`);
  return {
    name: ({ detector, name }: Named): string => (isKnown(detector) ? t(`detectors.${detector}.name`) : name),
    hint: ({ detector, hint }: Named & { readonly hint: string }): string => (isKnown(detector) ? t(`detectors.${detector}.hint`) : hint),
  };
}
