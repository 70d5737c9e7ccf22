import { Inject, Injectable } from '@nestjs/common';
import { storageLevelsV1 } from '@leakwatch/contracts';
import { type Bus, BUS, outgoing, SETTINGS, type SqlEntityManager } from '@leakwatch/platform';
import { GIGABYTE, storageLevel } from '@leakwatch/rules';
import { STORAGE_LEVELS, type StorageLevel } from '@leakwatch/vocabulary';
import type { AdminSettings } from '../settings.ts';
import { beginCause, endCause } from '../technical-notifications/technical-notification.store.ts';
import { lockLevel, type OrganisationStorage, setLevel, storageOf } from './storage.store.ts';

/** The notification of each level; a person who was notified of one is notified again when it gets worse. */
const NOTICES = { near: 'storage_near', full: 'storage_full', over: 'storage_over' } as const;

const inGigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1);

/** Compares what an organisation stores with its quota: publishes a level that has changed, and notifies the organisation and staff. */
@Injectable()
export class JudgeStorage {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(SETTINGS) private readonly settings: Pick<AdminSettings, 'STORAGE_QUOTA_GB'>,
  ) {}

  /** In bytes. */
  quotaOf({ quota_gb: own }: Pick<OrganisationStorage, 'quota_gb'>): number {
    return (own ?? this.settings.STORAGE_QUOTA_GB) * GIGABYTE;
  }

  /** In the transaction that changed the use or the quota. Returns whether the level has changed. */
  async run(em: SqlEntityManager, organisation: string): Promise<boolean> {
    const before = await lockLevel(em, organisation);
    const storage = await storageOf(em, organisation);
    // Nothing stops for a deleted organisation: it has no tasks.
    const used = storage?.parts.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
    const level = storage === undefined ? 'free' : storageLevel(used, this.quotaOf(storage), before);
    if (level === before) return false;
    const version = await setLevel(em, organisation, level);
    await this.bus.publish(em, [outgoing(storageLevelsV1, { organisation_id: organisation, version, level })]);
    await this.notify(em, organisation, level, {
      organisation: storage?.name ?? '',
      used: inGigabytes(used),
      quota: inGigabytes(storage === undefined ? 0 : this.quotaOf(storage)),
    });
    return true;
  }

  private async notify(
    em: SqlEntityManager,
    organisation: string,
    level: StorageLevel,
    details: Readonly<Record<'organisation' | 'used' | 'quota', string>>,
  ): Promise<void> {
    const reached = STORAGE_LEVELS.indexOf(level);
    for (const one of ['near', 'full', 'over'] as const) {
      const cause = `storage:${one}`;
      const staffCause = `${cause}:${organisation}`;
      if (STORAGE_LEVELS.indexOf(one) > reached) {
        await endCause(em, organisation, cause);
        await endCause(em, null, staffCause);
      } else if (one === level) {
        await beginCause(em, { organisation, cause, kind: NOTICES[one], details });
        await beginCause(em, { organisation: null, cause: staffCause, kind: 'organisation_storage', details });
      }
    }
  }
}
