import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, IDENTITY, LOGGER, type Logger, newId, SETTINGS } from '@leakwatch/platform';
import { addAccount, hasStaff } from '../accounts/account.store.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import type { AdminSettings } from '../settings.ts';

/** Creates the staff account of the settings in an installation that has none. Later changes of the settings do not change it. */
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
      if (await hasStaff(em)) return false;
      return addAccount(em, {
        id: newId(),
        organisation_id: null,
        email: email.toLowerCase(),
        username: email.toLowerCase(),
        first_name: '',
        last_name: '',
        password_hash: await hashPassword(password),
        staff: true,
        locale: 'ru',
        change_password: false,
      });
    });
    if (created) this.logger.info('first staff account created');
  }
}
