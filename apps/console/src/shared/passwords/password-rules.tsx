import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { PASSWORD_RULES, type PasswordRule } from '@leakwatch/rules';
import { useTranslation } from 'react-i18next';
import classes from './password-rules.module.css';

const SHOWN: readonly PasswordRule[] = ['length', 'upper', 'lower', 'digit'];

/** The rules of a new password, each ticked as soon as what is typed keeps it. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
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
