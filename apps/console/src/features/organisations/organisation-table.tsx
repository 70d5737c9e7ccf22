import type { OrganisationRow } from '@leakwatch/contracts';
import { ActionIcon, Anchor, Group, Stack, Table } from '@mantine/core';
import { CheckCircleIcon, CircleSlashIcon, PencilIcon, ShieldIcon, TrashIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { LogoImage } from '../../shared/ui/logo-image.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { DayText } from '../../shared/ui/time-text.tsx';

interface OrganisationTableProps {
  readonly organisations: readonly OrganisationRow[];
  readonly sorting: Sorting;
  /** The one that is being deleted. */
  readonly deleting: string | null;
  readonly onEdit: (organisation: OrganisationRow) => void;
  readonly onDelete: (organisation: OrganisationRow) => void;
}

function States({ active, trusted }: OrganisationRow) {
  const { t } = useTexts();
  return (
    <Stack gap={4} align="flex-start">
      {active ? (
        <Tag tone="fixed" icon={<CheckCircleIcon size={12} />}>
          {t('organisations.active')}
        </Tag>
      ) : (
        <Tag tone="false" icon={<CircleSlashIcon size={12} />}>
          {t('organisations.inactive')}
        </Tag>
      )}
      {!trusted && (
        <Tag tone="in_progress" icon={<ShieldIcon size={12} />}>
          {t('organisations.not_trusted')}
        </Tag>
      )}
    </Stack>
  );
}

/** A page of organisations, with edit and delete. */
export function OrganisationTable({ organisations, sorting, deleting, onEdit, onDelete }: OrganisationTableProps) {
  const { t, locale } = useTexts();
  const shown = (count: number | null) => (count === null || count === undefined ? '–' : formatNumber(count, locale));
  const action = (text: string, { id, name }: OrganisationRow, picture: ReactNode, act: () => void) => (
    <ActionIcon variant="default" size={30} aria-label={`${text}: ${name}`} title={text} onClick={act} disabled={id === deleting}>
      {picture}
    </ActionIcon>
  );
  return (
    <ColumnTable
      table="organisations"
      sorting={sorting}
      minWidth={720}
      plain
      columns={[
        { id: 'name', name: t('organisations.name'), min: 120 },
        { id: 'tariff', name: t('organisations.tariff'), min: 90 },
        { id: 'tasks', name: t('organisations.tasks') },
        { id: 'users', name: t('organisations.users') },
        { id: 'events', name: t('organisations.events') },
        { id: 'expires_at', name: t('organisations.expires_at') },
        { id: 'state', name: t('organisations.state'), min: 150 },
      ]}
      actions={t('organisations.actions')}
    >
      {organisations.map((organisation) => (
        <Table.Tr key={organisation.id} style={{ opacity: organisation.id === deleting ? 0.6 : 1 }}>
          <Table.Td className="lw-break">
            <Group gap={8} wrap="nowrap">
              <LogoImage logo={organisation.logo} height={20} alt="" />
              <Anchor component={Link} to={`/settings/organisations/${organisation.id}`}>
                {organisation.name}
              </Anchor>
            </Group>
          </Table.Td>
          <Table.Td className="lw-break">{organisation.tariff}</Table.Td>
          <Table.Td>{shown(organisation.tasks)}</Table.Td>
          <Table.Td>{shown(organisation.users)}</Table.Td>
          <Table.Td>{shown(organisation.events)}</Table.Td>
          <Table.Td>
            <DayText at={organisation.expires_at} />
          </Table.Td>
          <Table.Td>
            <States {...organisation} />
          </Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {action(t('organisations.edit'), organisation, <PencilIcon size={16} />, () => onEdit(organisation))}
              {action(t('organisations.delete.action'), organisation, <TrashIcon size={16} />, () => onDelete(organisation))}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
