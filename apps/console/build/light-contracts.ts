import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const CONTRACTS = join(import.meta.dirname, '..', '..', '..', 'libs', 'contracts', 'src');
const PRINT = join(import.meta.dirname, 'print-contracts.ts');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The contracts without their schemas, by name. */
async function printContracts(): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', PRINT]);
  const printed: unknown = JSON.parse(stdout);
  return isRecord(printed) ? printed : {};
}

/**
 * Gives the browser the contracts without their schemas: zod alone is a third of what the login page may load. The rows
 * are read from the real modules when the build starts. An import of a schema or a function fails the build.
 */
export function lightContracts(): Plugin {
  let printed: Promise<Readonly<Record<string, unknown>>> | undefined;
  return {
    name: 'light-contracts',
    enforce: 'pre',
    async load(id) {
      if (!id.startsWith(CONTRACTS) || id.endsWith('/index.ts')) return null;
      printed ??= printContracts();
      const contracts = await printed;
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? '');
      const rows = names.filter((name) => contracts[name] !== undefined);
      return [...rows.map((name) => `export const ${name} = ${JSON.stringify(contracts[name])};`), 'export {};'].join('\n');
    },
  };
}
