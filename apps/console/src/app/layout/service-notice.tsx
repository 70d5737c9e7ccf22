import { Anchor } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import type { ShownService } from '../../shared/api/service-state.ts';
import classes from './service-notice.module.css';

interface Props {
  readonly state: Exclude<ShownService, 'running'>;
  readonly contact: string | null;
}

/** On every page while an organisation is not served: what does not work, and who can change that. */
export function ServiceNotice({ state, contact }: Props) {
  const { t } = useTexts();
  return (
    <div role="status" className={classes['notice']} data-service={state}>
      <AlertIcon />
      <span>
        {t(`service.${state}`)} {contact === null ? t('service.ask') : t('service.ask_at', { contact })}{' '}
        {state !== 'none' && (
          <Anchor component={Link} to="/profile" inherit underline="always">
            {t('service.dates')}
          </Anchor>
        )}
      </span>
    </div>
  );
}
