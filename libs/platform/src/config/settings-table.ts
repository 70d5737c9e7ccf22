import { settingsSchema } from './settings.ts';

/** The settings as the table of docs/operating.md. */
export function settingsTable(): string {
  const defaults: Record<string, unknown> = settingsSchema.parse({});
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const value = defaults[name];
    return `| \`${name}\` | ${value === undefined ? '–' : `\`${String(value)}\``} | ${schema.description ?? ''} |`;
  });
  return ['| variable | default | what it is for |', '|---|---|---|', ...rows].join('\n');
}
