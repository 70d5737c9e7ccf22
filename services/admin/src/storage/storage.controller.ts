import { Controller } from '@nestjs/common';
import { type InputOf, organisationStorage } from '@leakwatch/contracts';
import { Database, FromRequest, NotFound, Serves, STAFF } from '@leakwatch/platform';
import { JudgeStorage } from './judge-storage.ts';
import { storageOf } from './storage.store.ts';

@Controller()
export class StorageController {
  constructor(
    private readonly database: Database,
    private readonly judge: JudgeStorage,
  ) {}

  @Serves(organisationStorage)
  async getStorage(@FromRequest() { params }: InputOf<typeof organisationStorage>) {
    const found = await this.database.read(STAFF, (em) => storageOf(em, params.id));
    if (found === undefined) throw new NotFound();
    const { parts, level, quota_gb: own } = found;
    const used_bytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    return { quota_bytes: this.judge.quotaOf(found), own_quota: own !== null, used_bytes, level, parts };
  }
}
