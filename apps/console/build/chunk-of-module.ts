import { join } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rollup } from 'vite';

const SOURCE = join(import.meta.dirname, '..', 'src');
/** What every page begins with. */
const START = ['../index.html'];
/** What is drawn before anybody is signed in. */
const SIGN_IN = ['features/access/login-page.tsx'];
/** What every page of a signed-in person is in. */
const FRAME = ['app/layout/main-frame.tsx'];
/** The page that most sessions begin with. */
const FIRST_PAGE = ['features/events/events-page.tsx'];
/** What they do not need until something is drawn. */
const FRAME_LATER = ['app/layout/frame-later.tsx'];
const FIRST_PAGE_LATER = ['features/events/later.tsx'];

/** Files of texts: a browser loads those of one language, before it draws. */
const TEXTS = /\/(?:i18n|texts)\/(?:ru|en)[/.]/;

type Chunk = Rollup.OutputChunk;
/** Names the file of a module; undefined leaves it to the bundler. */
export type ChunkOfModule = (id: string) => string | undefined;

/** The modules that each entry needs at once, as the bundler finds them when it has removed what nobody uses. Entries are pages and other parts that are loaded when they are needed. */
async function entriesOfModules(config: InlineConfig): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const entries = new Map<string, Set<string>>();
  const collect: Plugin = {
    name: 'collect-entries',
    generateBundle: (_options, bundle) => {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Chunk][] => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      );
      for (const chunk of chunks.values()) {
        if (chunk.facadeModuleId === null) continue;
        for (const needed of closureOf(chunk, chunks))
          for (const id of needed.moduleIds) entries.set(id, (entries.get(id) ?? new Set()).add(chunk.facadeModuleId));
      }
    },
  };
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [config.plugins, collect],
    build: { ...config.build, write: false, minify: false },
  });
  return entries;
}

function closureOf(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>): ReadonlySet<Chunk> {
  const found = new Set([chunk]);
  // A set that is iterated also gives what is added meanwhile.
  for (const { imports } of found)
    for (const name of imports) {
      const imported = chunks.get(name);
      if (imported !== undefined) found.add(imported);
    }
  return found;
}

/** The files in the order in which they are loaded, each with the entries whose modules it holds. */
const FILES = [
  ['start', START],
  ['frame', FRAME],
  ['first-page', FIRST_PAGE],
  ['frame-later', FRAME_LATER],
  ['first-page-later', FIRST_PAGE_LATER],
] as const;

/**
 * Puts the modules of the build into few files: browsers ask for each file separately, and one file compresses better than forty. What the
 * bundler would share between any two pages is in one of the FILES, in `sign-in` or in `shared`. A module of one of them
 * imports only modules of the same file and of those before it, so no file waits for one that waits for it. What texts share stays with the bundler:
 * a page that is drawn with them would load all of `shared`.
 */
export async function chunkOfModule(config: InlineConfig): Promise<ChunkOfModule> {
  const entries = await entriesOfModules(config);
  const named = FILES.map(([name, paths]) => [name, paths.map((path) => join(SOURCE, path))] as const);
  const signIn = SIGN_IN.map((path) => join(SOURCE, path));
  return (id) => {
    const needing = entries.get(id);
    if (needing === undefined) return undefined;
    const [first] = named.filter(([, paths]) => paths.some((path) => needing.has(path))).map(([name]) => name);
    // Signing in must not wait for the frame, nor a page for what only signing in needs.
    if (signIn.some((path) => needing.has(path))) return first === undefined ? 'sign-in' : 'start';
    const isOfTexts = [...needing].some((entry) => TEXTS.test(entry));
    return first ?? (needing.size > 1 && !isOfTexts ? 'shared' : undefined);
  };
}
