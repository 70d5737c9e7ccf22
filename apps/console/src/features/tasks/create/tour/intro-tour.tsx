import type { TaskKind } from '@leakwatch/vocabulary';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useSettings, useSwitchOffIntroMutation } from '../../../../shared/api/settings.ts';
import classes from '../create.module.css';

/** Parts of the form in order; `data-tour` marks each. */
const STEPS = ['title', 'patterns', 'sources', 'foot'] as const;

/** Explains the parts of the form on first use. It never covers a field, and Escape ends it. */
export function IntroTour({ kind }: { kind: TaskKind }) {
  const { t } = useTexts();
  const intro = useSettings()?.intro ?? false;
  const [switchOff] = useSwitchOffIntroMutation();
  const [over, setOver] = useState(false);
  const [at, setAt] = useState(0);
  const shown = intro && !over;
  const step = STEPS[at] ?? 'title';
  useEffect(() => {
    const part = shown ? document.querySelector(`[data-tour="${step}"]`) : null;
    const mark = classes['toured'] ?? '';
    part?.classList.add(mark);
    if (at > 0) part?.scrollIntoView({ block: 'nearest' });
    return () => part?.classList.remove(mark);
  }, [shown, step, at]);
  if (!shown) return null;
  const end = () => {
    setOver(true);
    void switchOff();
  };
  const last = at === STEPS.length - 1;
  return (
    <Paper
      withBorder
      p="md"
      className={classes['tour']}
      component="section"
      aria-label={t('create.form.tour')}
      onKeyDown={(event) => event.key === 'Escape' && end()}
    >
      <div role="status">
        <Text fw={600}>{t('create.form.tour_step', { at: at + 1, of: STEPS.length })}</Text>
        <Text>{step === 'sources' && kind === 'git_monitoring' ? t('create.form.tour_repositories') : t(`create.form.tour_${step}`)}</Text>
      </div>
      <Group gap="sm" mt="sm">
        <Button disabled={at === 0} variant="default" onClick={() => setAt(at - 1)}>
          {t('create.form.tour_back')}
        </Button>
        <Button onClick={() => (last ? end() : setAt(at + 1))}>{t(last ? 'create.form.tour_end' : 'create.form.tour_next')}</Button>
        {!last && (
          <Button variant="subtle" color="gray" onClick={end}>
            {t('create.form.tour_skip')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
