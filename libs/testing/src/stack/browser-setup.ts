import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide } from '@leakwatch/local';

/** Finds Chromium for the browser tests, from Debian's packages where the machine has none; the download is kept. */
export default async function browserSetup(): Promise<void> {
  const program = provide(
    {
      names: ['chromium', 'chromium-browser', 'google-chrome'],
      debianPackage: 'chromium',
      places: ['usr/lib/chromium/chromium'],
      otherwise: 'for the browser tests.',
    },
    join(process.env['LEAKWATCH_TOOLS'] ?? join(tmpdir(), 'leakwatch-tools'), 'chromium'),
  );
  process.env['LEAKWATCH_CHROMIUM'] = program.path;
  for (const [name, value] of Object.entries(program.env)) if (value !== undefined) process.env[name] = value;
}
