import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** No file is written to for so long: whoever wrote it was killed. In milliseconds. */
const LEFT_MS = 3_600_000;

/**
 * Where files are written before they are stored: at home on one machine, elsewhere among the temporary files, as a
 * container has nothing else to write to.
 */
export const workFolder = (settings: { LEAKWATCH_HOME: string; S3_ENDPOINT?: string | undefined }): string =>
  settings.S3_ENDPOINT === undefined ? join(settings.LEAKWATCH_HOME, 'reports-in-work') : join(tmpdir(), 'leakwatch-reports-in-work');

/** A place for one attempt's file. Only this user may read there. */
export async function placeIn(folder: string, id: string, attempt: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clear(folder, async (file) => file.startsWith(`${id}-`));
  return join(folder, `${id}-${attempt}.xlsx`);
}

/** Removes what killed processes left. */
export const clearLeft = (folder: string): Promise<void> =>
  clear(folder, async (file) => (await stat(join(folder, file))).mtimeMs < Date.now() - LEFT_MS);

async function clear(folder: string, which: (file: string) => Promise<boolean>): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files) if (await which(file).catch(() => false)) await rm(join(folder, file), { force: true });
}
