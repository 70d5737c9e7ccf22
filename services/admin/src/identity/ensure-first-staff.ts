import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, IDENTITY, LOGGER, type Logger, newId, row, SETTINGS, sql } from '@leakwatch/platform';
import { addAccount } from './account.store.ts';
import { hashPassword } from './passwords.ts';
import type { AdminSettings } from '../settings.ts';

/** A fresh installation has one staff account, from its settings; it is never touched again. */
@Injectable()
export class EnsureFirstStaff implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    const { LEAKWATCH_ADMIN_EMAIL: email, LEAKWATCH_ADMIN_PASSWORD: password } = this.settings;
    if (email === undefined || password === undefined) return;
    const created = await this.database.inScope(IDENTITY, async (em) => {
      const staff = await row(em, sql`select id from admin.account where staff limit 1`);
      if (staff !== undefined) return false;
      return addAccount(em, {
        id: newId(),
        organisationId: null,
        email: email.toLowerCase(),
        username: email.toLowerCase(),
        firstName: '',
        lastName: '',
        passwordHash: await hashPassword(password),
        staff: true,
        locale: 'ru',
      });
    });
    if (created) this.logger.info('first staff account created');
  }
}
