import { SegmentedControl } from '@mantine/core';
import { LOCALES } from '@leakwatch/vocabulary';
import { useTexts } from '../i18n/use-texts.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { changeLocale } from '../i18n/i18n.ts';

/** Changes the language of this browser; `onChosen` may also store it on the account. */
export function LanguageToggle({ onChosen }: { onChosen?: (locale: (typeof LOCALES)[number]) => void }) {
  const { t } = useTexts();
  const current = useLocale();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('common.language.label')}
      value={current}
      data={LOCALES.map((locale) => ({
        value: locale,
        label: (
          <span lang={locale} title={t(`common.language.${locale}`)}>
            {locale.toUpperCase()}
          </span>
        ),
      }))}
      onChange={(locale) => {
        void changeLocale(locale, true);
        onChosen?.(locale);
      }}
    />
  );
}
