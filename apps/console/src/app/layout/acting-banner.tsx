import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PersonIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { END_ACTING, useEndActingMutation } from '../../shared/api/acting.ts';
import { notifyProblem } from '../../shared/ui/notify.tsx';
import classes from './acting-banner.module.css';

/** The settings are read again when the hour is over, a little later than it. */
const AFTER_MS = 500;
const NARROW = '(max-width: 700px)';

interface Props {
  readonly name: string;
  /** Moment of ISO 8601. */
  readonly until: string;
  readonly onOver: () => void;
}

/** On every page while a member of staff works in an organisation's name. */
export function ActingBanner({ name, until, onOver }: Props) {
  const { t, locale } = useTexts();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [end, { isLoading }] = useEndActingMutation({ fixedCacheKey: END_ACTING });
  useEffect(() => {
    const timer = setTimeout(onOver, Math.max(0, Date.parse(until) - Date.now()) + AFTER_MS);
    return () => clearTimeout(timer);
  }, [until, onOver]);
  const time = new Date(until).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const text = t('acting.banner', { name, time });
  const finish = async () => {
    const { error } = await end();
    if (error !== undefined) notifyProblem(t('acting.end_failed'), error);
  };
  return (
    <div role="status" className={classes['banner']} data-acting>
      <PersonIcon />
      <span className={classes['text']} title={text}>
        {narrow ? t('acting.short', { name, time }) : text}
      </span>
      <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void finish()}>
        {t('acting.end')}
      </Button>
    </div>
  );
}
