import type { AnswerOf, listOrganisationOptions } from '@leakwatch/contracts';
import { Table } from '@mantine/core';
import { CheckCircleIcon, CircleSlashIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';

export function OrganisationTable({ organisations }: { organisations: AnswerOf<typeof listOrganisationOptions> }) {
  const { t } = useTranslation();
  return (
    <ColumnTable
      minWidth={280}
      plain
      columns={[
        { name: t('organisations.name'), min: 140 },
        { name: t('organisations.state'), width: 150 },
      ]}
    >
      {organisations.map(({ id, name, active }) => (
        <Table.Tr key={id}>
          <Table.Td className="lw-break">{name}</Table.Td>
          <Table.Td>
            {active ? (
              <Tag tone="fixed" icon={<CheckCircleIcon size={12} />}>
                {t('organisations.active')}
              </Tag>
            ) : (
              <Tag tone="false" icon={<CircleSlashIcon size={12} />}>
                {t('organisations.inactive')}
              </Tag>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
