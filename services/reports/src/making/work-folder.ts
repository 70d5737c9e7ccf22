import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that is older has been left by a killed worker. In milliseconds. */
const LEFT_MS = 3_600_000;

/**
 * Where files are written before they are stored: below LEAKWATCH_HOME on one machine; with an S3 store among the temporary
 * files, because a container can write nowhere else.
 */
export const workFolder = (settings: { LEAKWATCH_HOME: string; S3_ENDPOINT?: string | undefined }): string =>
  settings.S3_ENDPOINT === undefined ? join(settings.LEAKWATCH_HOME, 'reports-in-work') : join(tmpdir(), 'leakwatch-reports-in-work');

/** The path of one attempt's file. Only the service's user may read the folder. */
export async function placeIn(folder: string, id: string, attempt: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clear(folder, async (file) => file.startsWith(`${id}-`));
  return join(folder, `${id}-${attempt}.xlsx`);
}

/** Removes files of killed processes. */
export const clearLeft = (folder: string): Promise<void> =>
  clear(folder, async (file) => (await stat(join(folder, file))).mtimeMs < Date.now() - LEFT_MS);

async function clear(folder: string, which: (file: string) => Promise<boolean>): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (await which(file).catch(() => false)) await rm(join(folder, file), { force: true });
}
