import { Button, Group, Tooltip } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';

/** Links to the three forms; the first two need a tariff. */
export function CreateLinks() {
  const { t } = useTranslation();
  const { data, isLoading } = useCurrentOrganisationQuery();
  const tariff = data !== undefined && data !== null;
  const needing = (to: string, label: string) => (
    <Tooltip label={t('tasks.create_needs_tariff')} disabled={tariff || isLoading}>
      {tariff ? (
        <Button component={Link} to={to} variant="default" leftSection={<PlusIcon />}>
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
      {needing('/task/create', t('tasks.create_normal'))}
      {needing('/deep_task/create', t('tasks.create_deep'))}
      <Button component={Link} to="/git_monitoring/create" leftSection={<PlusIcon />}>
        {t('tasks.create_monitoring')}
      </Button>
    </Group>
  );
}
