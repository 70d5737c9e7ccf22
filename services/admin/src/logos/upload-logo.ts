import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { addressOfLogo } from '@leakwatch/contracts';
import { type Caller, Database, newId, type ObjectStore, receiveFile, STAFF } from '@leakwatch/platform';
import { LOGO_BYTES_MAX } from '@leakwatch/rules';
import { recordAudit } from '../audit/audit.store.ts';
import { encodeLogo } from './encode-logo.ts';
import { addLogo, logoKey } from './logo.store.ts';
import { OBJECTS } from './objects.ts';

const BOUNDS = { bytes: LOGO_BYTES_MAX, missing: 'logo_missing', several: 'logo_several', tooLarge: 'logo_too_large' };

/** Staff upload a logo before they save the organisation that gets it. */
@Injectable()
export class UploadLogo {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
  ) {}

  /** Resolves to its address. @throws LeakwatchError with one of contracts' LOGO_ERRORS */
  async run(body: Readable, type: string, caller: Caller): Promise<string> {
    const file = await receiveFile(body, type, BOUNDS);
    const encoded = await encodeLogo(new Uint8Array(await file.arrayBuffer()));
    const id = newId();
    await this.database.inScope(STAFF, async (em) => {
      await addLogo(em, id);
      const detail = { logo: id, bytes: String(encoded.byteLength) };
      await recordAudit(em, { kind: 'logo_uploaded', account: caller.account?.id ?? null, organisation: null, from: caller, detail });
    });
    await this.objects.put(logoKey(id), encoded);
    return addressOfLogo(id);
  }
}
