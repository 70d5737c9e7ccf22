import { createWriteStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type HttpEndpoint, requestFrom } from './smart-http.ts';

/**
 * Copies a file of a remote's git folder, such as `objects/info/packs`, as it is. Returns false where the remote does not give it. What it
 * writes counts for the bounds of the update, which end it.
 */
export type GetFile = (path: string, target: string) => Promise<boolean>;

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

/** From a folder of this machine: a repository, or its work tree. */
export const filesOfFolder =
  (address: string): GetFile =>
  async (path, target) => {
    const folder = address.startsWith('file:') ? fileURLToPath(address) : address;
    for (const git of [folder, join(folder, '.git')]) {
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
