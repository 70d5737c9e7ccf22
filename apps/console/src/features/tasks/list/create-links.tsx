import { Button, Group, Tooltip } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { useTasksAreReadOnly } from '../../../shared/api/service-state.ts';

/** Links to the three forms; the first two need a tariff, and none is offered where the organisation's tasks are only read. */
export function CreateLinks() {
  const { t } = useTexts();
  const { data, isLoading } = useCurrentOrganisationQuery();
  const readOnly = useTasksAreReadOnly();
  const tariff = data !== undefined && data !== null;
  const why = readOnly !== null ? t(`service.refuses.${readOnly}`) : t('tasks.create_needs_tariff');
  const link = (to: string, label: string, allowed: boolean, variant?: 'default') => (
    <Tooltip label={why} disabled={allowed || isLoading}>
      {allowed ? (
        <Button component={Link} to={to} variant={variant} leftSection={<PlusIcon />}>
          {label}
        </Button>
      ) : (
        <Button variant="default" data-disabled aria-disabled leftSection={<PlusIcon />} onClick={(event) => event.preventDefault()}>
          {label}
        </Button>
      )}
    </Tooltip>
  );
  return (
    <Group gap="sm">
      {link('/task/create', t('tasks.create_normal'), tariff && readOnly === null, 'default')}
      {link('/deep_task/create', t('tasks.create_deep'), tariff && readOnly === null, 'default')}
      {link('/git_monitoring/create', t('tasks.create_monitoring'), readOnly === null)}
    </Group>
  );
}
