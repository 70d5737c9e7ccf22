import type { FoundTokenRow } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';

/** What is shown when a person points at a token: how bad it is, what to do, the masked values and the expression. */
export function useTokenTitle(): (token: FoundTokenRow) => string {
  const { t } = useTranslation();
  const texts = useTemplateTexts();
  return (token) =>
    [`${t(`severity.${token.severity}`)}. ${texts.hint(token)}`, token.masked.join(', '), token.regex]
      .filter((line) => line !== '')
      .join('\n');
}
