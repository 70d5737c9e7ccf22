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
  /** In pixels; in a narrower window the table scrolls sideways. */
  readonly minWidth: number;
  /** Headers break into lines, for many columns of numbers. */
  readonly wraps?: boolean;
  /** Without a border of its own, for a table inside a panel. */
  readonly plain?: boolean;
  /** The rows. */
  readonly children: ReactNode;
}

/** A read-only table with named columns. */
export function ColumnTable({ columns, actions, first, minWidth, plain = false, wraps = false, children }: ColumnTableProps) {
  const styles = [classes['table'], !plain && classes['own'], wraps && classes['wraps'], actions !== undefined && classes['actions']];
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0}>
      <Table className={styles.filter(Boolean).join(' ')}>
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
