import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** As PDF.js names them: a file beside the others, in their packed form. */
const MAP_NAME = /^[\w-]{1,60}\.bcmap$/;

let folder: string | undefined;
const folderOfMaps = (): string => {
  folder ??= join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
  return folder;
};

interface Request {
  readonly kind: string;
  readonly filename: string;
}

/**
 * Gives PDF.js the tables that say which letters the codes of Chinese, Japanese and Korean fonts are. Files name such a table and do not contain it. They
 * come from the installed package, never over the network. Fonts and programs, which only drawing needs, are not given. `onRead` is called for each table.
 */
export const characterMaps = (onRead: () => void = () => undefined) =>
  class CharacterMaps {
    async fetch({ kind, filename }: Request): Promise<Uint8Array> {
      if (kind !== 'cMapUrl' || !MAP_NAME.test(filename)) throw new Error('PDF.js is given nothing but tables of letters');
      onRead();
      return new Uint8Array(await readFile(join(folderOfMaps(), filename)));
    }
  };
