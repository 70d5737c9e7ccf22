import { ActionIcon } from '@mantine/core';
import { ArrowUpIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import classes from '../events-page.module.css';

/** Leads back to the top of the page from more than a screen below it. */
export function ToTop() {
  const { t } = useTexts();
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > window.innerHeight);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  if (!isFar) return null;
  return (
    <ActionIcon
      size={36}
      className={`${classes['to_top']} lw-no-print`}
      aria-label={t('events.to_top')}
      title={t('events.to_top')}
      onClick={() => {
        window.scrollTo({ top: 0 });
        // The button goes away: who uses the keyboard continues at the top.
        document.getElementById('content')?.focus({ preventScroll: true });
      }}
    >
      <ArrowUpIcon />
    </ActionIcon>
  );
}
