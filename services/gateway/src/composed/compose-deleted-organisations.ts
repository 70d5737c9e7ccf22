import { Injectable } from '@nestjs/common';
import {
  type AnswerOf,
  type InputOf,
  internalDeletedOrganisations,
  internalEventRemains,
  internalMirrorRemains,
  internalReportRemains,
  internalTaskRemains,
  type listDeletedOrganisations,
  type Remains,
} from '@leakwatch/contracts';
import { type Caller, ServiceClients } from '@leakwatch/platform';
import { DELETION_PARTS, type DeletionState } from '@leakwatch/vocabulary';
import { whenAway } from './when-away.ts';

const ROUTES = [internalTaskRemains, internalEventRemains, internalReportRemains, internalMirrorRemains] as const;

const stateOf = ({ open, left }: Remains): DeletionState => (open ? 'waiting' : left > 0 ? 'kept' : 'done');

/** How far the deletions of organisations are: from admin, and from each service that deletes something of them. */
@Injectable()
export class ComposeDeletedOrganisations {
  constructor(private readonly services: ServiceClients) {}

  /** One call of each service for the whole page. The parts of a service that does not answer are unknown. */
  async run(
    { limit, offset }: InputOf<typeof listDeletedOrganisations>['query'],
    caller: Caller,
  ): Promise<AnswerOf<typeof listDeletedOrganisations>> {
    const asking: Caller = { ...caller, service: 'gateway' };
    const query = { limit: String(limit), offset: String(offset) };
    const { count, results } = await this.services.call(internalDeletedOrganisations, asking, { query });
    const body = { organisations: results.map(({ id, version }) => ({ id, version })) };
    const answers = await Promise.all(
      ROUTES.map((route) => this.services.call(route, asking, { body }).catch(whenAway<AnswerOf<typeof route>>({ remains: {} }))),
    );
    return {
      count,
      results: results.map(({ version: _version, people, ...organisation }) => {
        const known = [people, ...answers.flatMap(({ remains }) => remains[organisation.id] ?? [])];
        const parts = DELETION_PARTS.map((part) => {
          const found = known.find((one) => one.part === part);
          if (found === undefined) return { part, state: 'unknown' as const, left: 0, until: null };
          return { part, state: stateOf(found), left: found.left, until: found.until };
        });
        return { ...organisation, parts };
      }),
    };
  }
}
