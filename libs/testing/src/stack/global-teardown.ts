import { readFileSync, rmSync } from 'node:fs';
import { running, STACK_FILE_VARIABLE } from './shared.ts';

/** Stops what the set-up started and leaves nothing behind. */
export default async function globalTeardown(): Promise<void> {
  await Promise.all(running.map((part) => part.stop()));
  const file = process.env[STACK_FILE_VARIABLE];
  if (file === undefined) return;
  const { folder }: { folder: string } = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
}
