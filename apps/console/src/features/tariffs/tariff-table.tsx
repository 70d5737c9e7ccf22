import type { TariffRow } from '@leakwatch/contracts';
import { TARIFF_NUMBERS } from '@leakwatch/rules';
import type { TariffType } from '@leakwatch/vocabulary';
import { ActionIcon, Group, Table } from '@mantine/core';
import { PencilIcon, TrashIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';

interface TariffTableProps {
  readonly type: TariffType;
  readonly tariffs: readonly TariffRow[];
  readonly sorting: Sorting;
  readonly onEdit: (tariff: TariffRow) => void;
  readonly onDelete: (tariff: TariffRow) => void;
}

/** In pixels: the name and the actions, and each number. */
const NAME_WIDTH = 260;
const NUMBER_WIDTH = 96;

/** The tariffs of a type, with edit and delete. */
export function TariffTable({ type, tariffs, sorting, onEdit, onDelete }: TariffTableProps) {
  const { t, locale } = useTexts();
  const shown = (value: number | null) => (value === null ? '–' : formatNumber(value, locale));
  const action = (text: string, name: string, picture: ReactNode, act: () => void) => (
    <ActionIcon variant="default" size={30} aria-label={`${text}: ${name}`} title={text} onClick={act}>
      {picture}
    </ActionIcon>
  );
  const numbers = TARIFF_NUMBERS[type];
  return (
    <ColumnTable
      table={`tariffs-${type}`}
      sorting={sorting}
      minWidth={NAME_WIDTH + NUMBER_WIDTH * (numbers.length + 1)}
      plain
      columns={[
        { id: 'name', name: t('tariffs.name'), min: 140 },
        ...numbers.map((field) => ({ id: field, name: t(`tariffs.column.${field}`) })),
        { id: 'organisations', name: t('tariffs.organisations') },
      ]}
      actions={t('tariffs.actions')}
    >
      {tariffs.map((tariff) => (
        <Table.Tr key={tariff.id}>
          <Table.Td className="lw-break">{tariff.name}</Table.Td>
          {numbers.map((field) => (
            <Table.Td key={field}>{shown(tariff[field])}</Table.Td>
          ))}
          <Table.Td>{shown(tariff.organisations)}</Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {action(t('tariffs.edit'), tariff.name, <PencilIcon size={16} />, () => onEdit(tariff))}
              {action(t('tariffs.delete.action'), tariff.name, <TrashIcon size={16} />, () => onDelete(tariff))}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
