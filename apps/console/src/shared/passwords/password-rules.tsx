import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { PASSWORD_RULES, type PasswordRule } from '@leakwatch/rules';
import { useTexts } from '../i18n/use-texts.ts';
import classes from './password-rules.module.css';

const SHOWN: readonly PasswordRule[] = ['length', 'upper', 'lower', 'digit'];

/** The requirements of a new password; each is ticked as soon as the typed text meets it. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTexts();
  return (
    <ul id={id} className={classes['rules']} aria-label={t('password.rules')}>
      {SHOWN.map((rule) => {
        const kept = PASSWORD_RULES[rule](password);
        return (
          <li key={rule} className={kept ? classes['kept'] : undefined}>
            {kept ? <CheckCircleFillIcon size={14} /> : <CircleIcon size={14} />}
            <span>
              {t(`password.rule.${rule}`)}
              <span className="lw-hidden">{`: ${t(kept ? 'password.kept' : 'password.not_kept')}`}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
