import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the checkout, from the sources as from the built programs. */
export const ROOT = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
})();
