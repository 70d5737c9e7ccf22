import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './column-table.module.css';

interface Column {
  readonly name: string;
  readonly width?: number | string;
  /** Pixels below which it does not shrink: text from outside breaks anywhere, and would be one letter a line. */
  readonly min?: number;
}

interface ColumnTableProps {
  readonly columns: readonly Column[];
  /** What the last column is for, where it holds what can be done with a row: for who hears the page. */
  readonly actions?: string;
  /** A header before the others. */
  readonly first?: ReactNode;
  /** Pixels; in a narrower window the table scrolls by itself. */
  readonly minWidth: number;
  /** On the surface of what it stands in. */
  readonly plain?: boolean;
  /** The rows. */
  readonly children: ReactNode;
}

/** A list that is read: named columns, one row a thing. */
export function ColumnTable({ columns, actions, first, minWidth, plain = false, children }: ColumnTableProps) {
  const styles = [classes['table'], !plain && classes['own'], actions !== undefined && classes['actions']];
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native">
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
