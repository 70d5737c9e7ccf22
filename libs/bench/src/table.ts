/** Three digits: more would be noise. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 1000 ? String(Math.round(value)) : value.toPrecision(3);
}

/** A Markdown table, its columns aligned for a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** A goal together with the measured value. */
export function goal(what: string, measured: number, asked: { readonly least: number } | { readonly most: number }): string {
  const reached = 'least' in asked ? measured >= asked.least : measured <= asked.most;
  const bound = 'least' in asked ? `at least ${asked.least}` : `at most ${asked.most}`;
  return `${reached ? 'reached' : 'MISSED '}  ${what}: ${figure(measured)} (${bound})`;
}
