import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './column-table.module.css';

interface Column {
  readonly name: string;
  readonly width?: number | string;
}

interface ColumnTableProps {
  readonly columns: readonly Column[];
  /** Pixels; in a narrower window the table scrolls by itself. */
  readonly minWidth: number;
  /** The rows. */
  readonly children: ReactNode;
}

/** A list that is read: named columns, one row a thing, on a surface of its own. */
export function ColumnTable({ columns, minWidth, children }: ColumnTableProps) {
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, width }) => (
              <Table.Th key={name} w={width}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
