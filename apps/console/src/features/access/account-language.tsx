import { useTexts } from '../../shared/i18n/use-texts.ts';
import { notifyProblem } from '../../shared/ui/notify.tsx';
import { useSetLocaleMutation } from './api.ts';
import { LanguageToggle } from '../../shared/ui/language-toggle.tsx';

/** The language toggle for signed-in people: stores the choice in the browser and on the account. */
export function AccountLanguage() {
  const { t } = useTexts();
  const [setLocale] = useSetLocaleMutation();
  return (
    <LanguageToggle
      onChosen={(locale) => {
        setLocale({ locale })
          .unwrap()
          .catch((error: unknown) => notifyProblem(t('common.language.failed'), error));
      }}
    />
  );
}
