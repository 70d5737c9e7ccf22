import { Button } from '@mantine/core';
import { ZapIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../../shared/api/problem.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { notifyFailure, notifySuccess } from '../../../shared/ui/notify.tsx';
import { useRunTaskNowMutation } from '../api.ts';

/** Lets staff run a task ahead of the queue; other people do not see it. */
export function RunNow({ id }: { id: string }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [run, { isLoading }] = useRunTaskNowMutation();
  if (useSettings()?.is_staff !== true) return null;
  const begin = async () => {
    const { error } = await run(id);
    if (error === undefined) notifySuccess(t('tasks.details.run_done'));
    else notifyFailure(t('tasks.details.run_failed'), texts.problem(toProblem(error)));
  };
  return (
    <Button variant="default" leftSection={<ZapIcon size={14} />} loading={isLoading} onClick={() => void begin()}>
      {t('tasks.details.run_now')}
    </Button>
  );
}
