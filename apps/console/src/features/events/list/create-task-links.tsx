import { Button } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useTasksAreReadOnly } from '../../../shared/api/service-state.ts';

/** Links to the forms of tasks that search; not where the organisation's tasks are only read, as the frame says there. */
export function CreateTaskLinks() {
  const { t } = useTexts();
  if (useTasksAreReadOnly() !== null) return null;
  return (
    <>
      <Button component={Link} to="/task/create" variant="default">
        {t('events.create_task')}
      </Button>
      <Button component={Link} to="/deep_task/create" variant="default">
        {t('events.create_deep_task')}
      </Button>
    </>
  );
}
