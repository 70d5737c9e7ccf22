import { Injectable } from '@nestjs/common';
import type { createServiceAccounts, InputOf } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, InvalidRequest, LeakwatchError, STAFF } from '@leakwatch/platform';
import { parseServiceAccountList } from '@leakwatch/rules';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { EditServiceAccounts } from './edit-service-accounts.ts';

/** Staff add a list of service accounts: all of them, or none. */
@Injectable()
export class ImportServiceAccounts {
  constructor(
    private readonly database: Database,
    private readonly edit: EditServiceAccounts,
  ) {}

  /** Answers how many. @throws LeakwatchError service_account_line_invalid; Conflict as for one account. Each names the line. */
  async run({ accounts, ...common }: InputOf<typeof createServiceAccounts>['body'], caller: Caller): Promise<number> {
    const list = parseServiceAccountList(accounts.join('\n'), common);
    if ('fault' in list)
      throw new LeakwatchError('service_account_line_invalid', 400, { details: { position: list.position, fault: list.fault } });
    if (list.entries.length === 0) throw new InvalidRequest('invalid_request', { accounts: 'too_small' });
    await this.database.inScope(STAFF, async (em) => {
      await requireOrganisation(em, common.company);
      for (const [at, entry] of list.entries.entries())
        try {
          await this.edit.add(em, { ...common, ...entry }, caller);
        } catch (error) {
          throw error instanceof Conflict ? new Conflict(error.code, { ...error.details, position: at + 1 }) : error;
        }
      await this.edit.publishAccess(em, common);
    });
    return list.entries.length;
  }
}
