import { join } from 'node:path';
import type { z } from 'zod';
import type { CoreSettings, objectSettings } from '../config/settings.ts';
import { FolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './objects.port.ts';

type ObjectSettings = Pick<CoreSettings, 'LEAKWATCH_HOME'> & z.output<typeof objectSettings>;

/** The S3 store where S3_ENDPOINT is set, a folder otherwise. The S3 client is loaded only when it is used. */
export async function openObjects(settings: ObjectSettings): Promise<ObjectStore> {
  if (settings.S3_ENDPOINT === undefined) return new FolderObjects(join(settings.LEAKWATCH_HOME, 'objects'));
  const { S3Objects } = await import('./s3-objects.ts');
  return new S3Objects({
    endpoint: settings.S3_ENDPOINT,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    accessKey: settings.S3_ACCESS_KEY ?? '',
    secretKey: settings.S3_SECRET_KEY ?? '',
  });
}
