import { Inject, Injectable } from '@nestjs/common';
import { Database, IDENTITY, type ObjectStore } from '@leakwatch/platform';
import { logoIdOfOrganisation, logoKey } from './logo.store.ts';
import { OBJECTS } from './objects.ts';

/** Reads the logo of an organisation for its mails and reports. */
@Injectable()
export class ReadLogo {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
  ) {}

  /** Resolves to the PNG; undefined for an organisation without one, and where the file is missing in the store. */
  async run(organisation: string): Promise<Uint8Array | undefined> {
    const id = await this.database.inScope(IDENTITY, (em) => logoIdOfOrganisation(em, organisation));
    return id === undefined ? undefined : this.objects.get(logoKey(id));
  }
}
