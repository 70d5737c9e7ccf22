import type { TaskBody } from '@leakwatch/contracts';
import { SETTINGS, Signer, soleKey, type SqlEntityManager, sql } from '@leakwatch/platform';
import { Inject, Injectable } from '@nestjs/common';
import { tables } from '../entities.ts';
import type { TasksSettings } from '../settings.ts';

/** A person who got no answer sends the creation again: longer than any answer is waited for. */
const REPEAT_MINUTES = 10;

export interface Creation {
  readonly organisationId: string;
  /** An account. */
  readonly authorId: string;
  readonly digest: string;
}

/** Recognises a creation that is sent again (docs/decisions/0184). */
@Injectable()
export class CreationDigests {
  private readonly signer: Signer;

  constructor(@Inject(SETTINGS) settings: TasksSettings) {
    this.signer = new Signer(soleKey(settings.LEAKWATCH_FINGERPRINT_KEY), 'task-creation');
  }

  /** Keyed, because a body may hold credentials of repositories. The order of the sources says nothing. */
  digest(organisation: string, body: TaskBody): string {
    const sources = body.sources.toSorted((one, other) => one.source_type.localeCompare(other.source_type));
    return this.signer.sign(JSON.stringify([organisation, { ...body, sources }]));
  }
}

/**
 * The task that the same creation made a short time ago, unless somebody has saved its form since or deleted it. The organisation must be locked.
 */
export async function justCreated(em: SqlEntityManager, { organisationId, authorId, digest }: Creation): Promise<string | undefined> {
  const found = await tables(em)
    .selectFrom('tasks.task')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('author_id', '=', authorId)
    .where('creation_digest', '=', digest)
    .where('created', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .where('edit_version', '=', 1)
    .where('archived_at', 'is', null)
    .orderBy('created')
    .executeTakeFirst();
  return found?.id;
}
