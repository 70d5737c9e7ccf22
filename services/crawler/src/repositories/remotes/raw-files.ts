import { createWriteStream } from 'node:fs';
import { copyFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { GetFile } from '../git/git-connection.ts';
import { type HttpEndpoint, requestFrom } from './smart-http.ts';

/** Over HTTP, as git's old protocol does; for repositories that their owners keep on ordinary web servers, and for `git http-backend`. */
export const filesOverHttp =
  (endpoint: HttpEndpoint, timeout: number, signal: AbortSignal): GetFile =>
  async (path, target) => {
    const answer = await requestFrom(endpoint, `/${path}`, timeout, signal).catch(() => undefined);
    if (answer?.statusCode !== 200) {
      answer?.destroy();
      return false;
    }
    return pipeline(answer, createWriteStream(target, { mode: 0o600 }), { signal }).then(
      () => true,
      () => false,
    );
  };

const PACK_LIST = 'objects/info/packs';

/** From a folder of this machine: a repository, or its work tree. The list of packs, which git writes for web servers only, is made here. */
export const filesOfFolder =
  (address: string): GetFile =>
  async (path, target) => {
    const folder = address.startsWith('file:') ? fileURLToPath(address) : address;
    for (const git of [folder, join(folder, '.git')]) {
      if (path === PACK_LIST) {
        const names = await readdir(join(git, 'objects', 'pack')).catch(() => undefined);
        if (names === undefined) continue;
        const packs = names.filter((name) => name.endsWith('.pack')).map((name) => `P ${name}\n`);
        await writeFile(target, packs.join(''), { mode: 0o600 });
        return true;
      }
      const file = join(git, path);
      if ((await stat(file).catch(() => undefined))?.isFile() === true) {
        return copyFile(file, target).then(
          () => true,
          () => false,
        );
      }
    }
    return false;
  };
