import type { FoundTokenRow } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';

/** What is shown when a person points at a token: how bad it is, what to do, the masked values and the expression. */
export function useTokenTitle(): (token: FoundTokenRow) => string {
  const { t } = useTexts();
  const texts = useTemplateTexts();
  return (token) =>
    [`${t(`severity.${token.severity}`)}. ${texts.hint(token)}`, token.masked.join(', '), token.regex]
      .filter((line) => line !== '')
      .join('\n');
}
