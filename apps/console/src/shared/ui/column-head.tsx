import { Table, UnstyledButton } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import { useTexts } from '../i18n/use-texts.ts';
import { directionOf } from '../lib/sorting.ts';
import type { Sorting } from '../lib/use-sort.ts';
import classes from './column-table.module.css';

export interface Column {
  /** Known to the browser that hides it, and to the server that sorts by it. */
  readonly id?: string;
  readonly name: string;
  readonly width?: number | string;
  /** Minimum width in pixels: text from outside breaks anywhere, so the column could shrink to one letter a line. */
  readonly min?: number;
}

/** The head of a column: its name, or a button that sorts the list by it. */
export function ColumnHead({ column: { id, name, width, min }, sorting }: { column: Column; sorting?: Sorting | undefined }) {
  const { t } = useTexts();
  if (id === undefined || sorting?.columns.includes(id) !== true)
    return (
      <Table.Th w={width} miw={min}>
        {name}
      </Table.Th>
    );
  const direction = directionOf(sorting.sort, id);
  const Arrow = direction === 'descending' ? ArrowDownIcon : ArrowUpIcon;
  return (
    <Table.Th w={width} miw={min} aria-sort={direction}>
      <UnstyledButton className={classes['sort']} title={t(`common.columns.press.${direction}`)} onClick={() => sorting.press(id)}>
        {name}
        <Arrow size={12} className={classes['arrow']} />
      </UnstyledButton>
    </Table.Th>
  );
}
