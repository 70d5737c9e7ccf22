import { LOCALES } from '@leakwatch/vocabulary';
import { Group, Radio } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { changeLocale } from '../../shared/i18n/i18n.ts';
import { notifyProblem } from '../../shared/ui/notify.tsx';
import { useKeepLocaleMutation } from './api.ts';
import { Section } from '../../shared/ui/section.tsx';

/** The language of this browser and of e-mails to the account. */
export function LanguageSection() {
  const { t, locale } = useTexts();
  const [keepLocale] = useKeepLocaleMutation();
  const choose = (value: string) => {
    const locale = LOCALES.find((one) => one === value);
    if (locale === undefined) return;
    void changeLocale(locale, true);
    keepLocale({ locale })
      .unwrap()
      .catch((error: unknown) => notifyProblem(t('common.language.failed'), error));
  };
  return (
    <Section title={t('common.language.label')} lead={t('settings.language_lead')}>
      <Radio.Group aria-label={t('common.language.label')} value={locale} onChange={choose}>
        <Group gap="lg">
          {LOCALES.map((locale) => (
            <Radio key={locale} value={locale} lang={locale} label={t(`common.language.${locale}`)} />
          ))}
        </Group>
      </Radio.Group>
    </Section>
  );
}
