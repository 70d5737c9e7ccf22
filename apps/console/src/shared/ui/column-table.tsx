import { Group, Table } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useRowFocus } from '../lib/use-row-focus.ts';
import type { Sorting } from '../lib/use-sort.ts';
import { type Column, ColumnHead } from './column-head.tsx';
import classes from './column-table.module.css';
import { ColumnsMenu } from './columns-menu.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';

interface ColumnTableProps {
  /** Under this name the browser keeps which columns are shown; without one the table has no choice of columns. */
  readonly table?: string;
  readonly sorting?: Sorting;
  readonly columns: readonly Column[];
  /** The name of the last column, which holds the actions; only screen readers get it. */
  readonly actions?: string;
  /** A header cell before the others. */
  readonly first?: ReactNode;
  /** In pixels; in a narrower window the table scrolls sideways, and on a phone each row is a card with the names of the columns. */
  readonly minWidth: number;
  /** Headers break into lines, for many columns of numbers. */
  readonly wraps?: boolean;
  /** Without a border of its own, for a table inside a panel. */
  readonly plain?: boolean;
  /** The rows. */
  readonly children: ReactNode;
}

/** The names of the columns for the cards of narrow windows, by the number of the cell. */
const namesOf = (columns: readonly Column[], offset: number): Record<string, string> =>
  Object.fromEntries(columns.map(({ name }, at) => [`--column-${at + 1 + offset}`, JSON.stringify(name)]));

/** A read-only table with named columns. The first one, which says whose row it is, and the actions are always shown. */
export function ColumnTable(props: ColumnTableProps) {
  const { table, sorting, columns, actions, first, minWidth, plain = false, wraps = false, children } = props;
  const offered = table === undefined ? [] : columns.slice(1).flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }]));
  const { hidden, toggle, reset } = useHiddenColumns(
    table,
    offered.map(({ id }) => id),
  );
  const body = useRef<HTMLTableElement>(null);
  const rowFocus = useRowFocus(body);
  const styles = [classes['table'], !plain && classes['own'], wraps && classes['wraps'], actions !== undefined && classes['actions']];
  const hasFirst = first !== undefined && first !== null && first !== false;
  const offset = hasFirst ? 1 : 0;
  const cells = columns.flatMap(({ id }, at) => (id !== undefined && hidden.includes(id) ? [at + 1 + offset] : []));
  return (
    <div>
      {offered.length > 0 && (
        <Group justify="flex-end" mb={4} className="lw-no-print">
          <ColumnsMenu columns={offered} hidden={hidden} onToggle={toggle} onReset={reset} />
        </Group>
      )}
      <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0} className={classes['container']}>
        <Table
          ref={body}
          {...rowFocus}
          className={styles.filter(Boolean).join(' ')}
          style={namesOf(columns, offset)}
          data-hides={cells.join(' ')}
        >
          <Table.Thead>
            <Table.Tr>
              {first}
              {columns.map((column) => (
                <ColumnHead key={column.id ?? column.name} column={column} sorting={sorting} />
              ))}
              {actions !== undefined && (
                <Table.Th>
                  <span className="lw-hidden">{actions}</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
