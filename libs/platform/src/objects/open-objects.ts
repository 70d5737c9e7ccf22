import { join } from 'node:path';
import type { z } from 'zod';
import { InvalidSettings } from '../config/load-settings.ts';
import type { CoreSettings, objectSettings } from '../config/settings.ts';
import { FolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './objects.port.ts';

type ObjectSettings = Pick<CoreSettings, 'LEAKWATCH_HOME'> & z.output<typeof objectSettings>;

/** The S3 store where S3_ENDPOINT is set, a folder otherwise. Throws InvalidSettings where its keys are missing. The S3 client is loaded only when it is used. */
export async function openObjects(settings: ObjectSettings): Promise<ObjectStore> {
  if (settings.S3_ENDPOINT === undefined) return new FolderObjects(join(settings.LEAKWATCH_HOME, 'objects'));
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings;
  if (accessKey === undefined || secretKey === undefined)
    throw new InvalidSettings('Setting S3_ENDPOINT: needs S3_ACCESS_KEY and S3_SECRET_KEY');
  const { S3Objects } = await import('./s3-objects.ts');
  return new S3Objects({
    endpoint: settings.S3_ENDPOINT,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    accessKey,
    secretKey,
  });
}
