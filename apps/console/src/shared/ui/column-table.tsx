import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './column-table.module.css';

interface Column {
  readonly name: string;
  readonly width?: number | string;
  /** Minimum width in pixels: text from outside breaks anywhere, so the column could shrink to one letter a line. */
  readonly min?: number;
}

interface ColumnTableProps {
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

/** A read-only table with named columns. */
export function ColumnTable({ columns, actions, first, minWidth, plain = false, wraps = false, children }: ColumnTableProps) {
  const styles = [classes['table'], !plain && classes['own'], wraps && classes['wraps'], actions !== undefined && classes['actions']];
  const hasFirst = first !== undefined && first !== null && first !== false;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0} className={classes['container']}>
      <Table className={styles.filter(Boolean).join(' ')} style={namesOf(columns, hasFirst ? 1 : 0)}>
        <Table.Thead>
          <Table.Tr>
            {first}
            {columns.map(({ name, width, min }) => (
              <Table.Th key={name} w={width} miw={min}>
                {name}
              </Table.Th>
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
  );
}
