import type { KeywordSetRow } from '@leakwatch/contracts';
import { ActionIcon, Group, Table } from '@mantine/core';
import { EyeIcon, type Icon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import type { Sorting } from '../../shared/lib/use-sort.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

interface KeywordSetTableProps {
  readonly sets: readonly KeywordSetRow[];
  readonly sorting: Sorting;
  readonly onView: (id: string) => void;
  readonly onEdit: (id: string) => void;
  readonly onDelete: (set: KeywordSetRow) => void;
}

/** A page of the keyword sets, with what staff do with them. */
export function KeywordSetTable({ sets, sorting, onView, onEdit, onDelete }: KeywordSetTableProps) {
  const { t, locale } = useTexts();
  const action = (text: string, name: string, Picture: Icon, act: () => void) => (
    <ActionIcon variant="default" size={30} aria-label={`${text}: ${name}`} title={text} onClick={act}>
      <Picture size={16} />
    </ActionIcon>
  );
  return (
    <ColumnTable
      table="keyword-sets"
      sorting={sorting}
      minWidth={480}
      plain
      columns={[
        { id: 'name', name: t('keywordSets.name'), min: 140 },
        { id: 'created', name: t('keywordSets.created_at') },
        { id: 'count', name: t('keywordSets.count') },
      ]}
      actions={t('keywordSets.actions')}
    >
      {sets.map((set) => (
        <Table.Tr key={set.id}>
          <Table.Td className="lw-break">{set.name}</Table.Td>
          <Table.Td>
            <TimeText at={set.created} />
          </Table.Td>
          <Table.Td>{formatNumber(set.count, locale)}</Table.Td>
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {action(t('keywordSets.view'), set.name, EyeIcon, () => onView(set.id))}
              {action(t('keywordSets.edit'), set.name, PencilIcon, () => onEdit(set.id))}
              {action(t('keywordSets.delete.action'), set.name, TrashIcon, () => onDelete(set))}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
