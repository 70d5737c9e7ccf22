import type { z } from 'zod';

/** Settings as the table of docs/operating.md: variable, default, description. */
export function settingsTable(shape: Readonly<Record<string, z.ZodType>>): string {
  const rows = Object.entries(shape).map(([name, schema]) => {
    const value = schema.safeParse(undefined).data;
    return `| \`${name}\` | ${value === undefined ? '–' : `\`${String(value)}\``} | ${schema.description ?? ''} |`;
  });
  return ['| variable | default | what it is for |', '|---|---|---|', ...rows].join('\n');
}
