import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../../shared/ui/notify.tsx';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useSetLocaleMutation } from './api.ts';
import { LanguageToggle } from './language-toggle.tsx';

/** The language toggle for signed-in people: stores the choice in the browser and on the account. */
export function AccountLanguage() {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [setLocale] = useSetLocaleMutation();
  return (
    <LanguageToggle
      onChosen={(locale) => {
        setLocale({ locale })
          .unwrap()
          .catch((error: unknown) => notifyFailure(t('common.language.failed'), texts.problem(toProblem(error))));
      }}
    />
  );
}
