import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, SERVICE_NAMES } from '@leakwatch/local';
import { z } from 'zod';

/** Protections that a run can do without: the modules that have them, each with the one of `without/` in place of it. */
const MODULES = {
  inbox: [['libs/platform/src/bus/inbox.ts', 'inbox.ts']],
  reconciler: [['services/tasks/src/launches/reconcile-launches.ts', 'reconciler.ts']],
  fencing: [
    ['services/crawler/src/passes/held-cohorts.store.ts', 'held-cohorts.ts'],
    ['services/crawler/src/while-renewed.ts', 'while-renewed.ts'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [module: string, instead: string])[]>>;
export const PROTECTIONS = ['inbox', 'reconciler', 'fencing'] as const satisfies readonly (keyof typeof MODULES)[];
export type Protection = (typeof PROTECTIONS)[number];

export const protectionOf = z.enum(PROTECTIONS);

const WITHOUT = join(ROOT, 'e2e/src/faults/without');
const BESIDE = ['matching.thread', 'extract.process', 'screening.thread'];

interface Builder {
  readonly bundle: (
    programs: Readonly<Record<string, string>>,
    out: string,
    options: { readonly plugins: readonly object[] },
  ) => Promise<void>;
}
interface Programs {
  readonly PRODUCT: Readonly<Record<string, string>>;
}

/**
 * Builds the services without a protection, into a folder of their own, and returns it. The product itself has no switch for it: one module is
 * another one in these programs.
 */
export async function buildWithout(protection: Protection): Promise<string> {
  const load = async <T>(name: string): Promise<T> => import(pathToFileURL(join(ROOT, 'deploy', name)).href);
  const { bundle } = await load<Builder>('bundling.mjs');
  const { PRODUCT } = await load<Programs>('programs.mjs');
  const out = join(ROOT, 'dist', `without-${protection}`);
  const names = [...SERVICE_NAMES, ...BESIDE];
  await bundle(Object.fromEntries(names.map((name) => [name, PRODUCT[name] ?? ''])), out, {
    plugins: MODULES[protection].map(([module, instead]) => replace(join(ROOT, module), join(WITHOUT, instead))),
  });
  return out;
}

/** A plugin of the bundler. The module in place of the other one may import it. */
function replace(module: string, instead: string): object {
  return {
    name: `in-place-of-${basename(module)}`,
    resolveId: {
      order: 'pre',
      async handler(
        this: { resolve(source: string, importer: string | undefined, options: object): Promise<{ id: string } | null> },
        source: string,
        importer: string | undefined,
      ) {
        if (importer === instead || basename(source) !== basename(module)) return null;
        const resolved = await this.resolve(source, importer, { skipSelf: true });
        return resolved?.id === module ? instead : null;
      },
    },
  };
}
