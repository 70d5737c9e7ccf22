import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, IDENTITY, InvalidSettings, LOGGER, type Logger, newId, SETTINGS } from '@leakwatch/platform';
import { addAccount, hasStaff } from '../accounts/account.store.ts';
import { CheckNewPassword } from '../passwords/check-new-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import type { AdminSettings } from '../settings.ts';

const RULES =
  'must have 9 to 256 characters with an upper-case letter, a lower-case letter and a digit, and not be common, known from a breach or made of the e-mail';

/** Creates the staff account of the settings in an installation that has none. Later changes of the settings do not change it. */
@Injectable()
export class EnsureFirstStaff implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly checkNewPassword: CheckNewPassword,
  ) {}

  /** Throws InvalidSettings for a password that the console would refuse. */
  async onApplicationBootstrap() {
    const { LEAKWATCH_ADMIN_EMAIL: email, LEAKWATCH_ADMIN_PASSWORD: password } = this.settings;
    if (email === undefined || password === undefined) return;
    if (await this.database.inScope(IDENTITY, hasStaff)) return;
    const names = { email: email.toLowerCase(), username: email.toLowerCase(), first_name: '', last_name: '' };
    const fault = await this.checkNewPassword.faultOf(password, { ...names, company: null });
    if (fault !== null) throw new InvalidSettings(`Setting LEAKWATCH_ADMIN_PASSWORD: ${RULES} (${fault})`);
    const hash = await hashPassword(password);
    const created = await this.database.inScope(IDENTITY, async (em) => {
      if (await hasStaff(em)) return false;
      return addAccount(em, {
        id: newId(),
        organisation_id: null,
        ...names,
        password_hash: hash,
        staff: true,
        locale: 'ru',
        change_password: false,
      });
    });
    if (created) this.logger.info('first staff account created');
  }
}
