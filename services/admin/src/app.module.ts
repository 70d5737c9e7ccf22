import { Module } from '@nestjs/common';
import { LOGGER, REDIS, SETTINGS } from '@leakwatch/platform';
import { AuditController } from './audit/audit.controller.ts';
import { ActivityController } from './audit/activity.controller.ts';
import { BotCheckController } from './bot-check/bot-check.controller.ts';
import { BOT_CHECK } from './bot-check/bot-check.port.ts';
import { openBotCheck } from './bot-check/open-bot-check.ts';
import { PassBotCheck } from './bot-check/pass-bot-check.ts';
import { DigestsController } from './digests/digests.controller.ts';
import { AccountsController } from './accounts/accounts.controller.ts';
import { CreateAccount } from './accounts/create-account.ts';
import { EndAccountSessions } from './accounts/end-account-sessions.ts';
import { DescribeCaller } from './identity/describe-caller.ts';
import { EnsureFirstStaff } from './identity/ensure-first-staff.ts';
import { IdentityController } from './identity/identity.controller.ts';
import { LogIn } from './identity/log-in.ts';
import { SessionStore } from './identity/session.store.ts';
import { LoginThrottle } from './identity/throttle.ts';
import { ApiTokensController } from './identity/api-tokens/api-tokens.controller.ts';
import { apiTokenProviders } from './identity/api-tokens/providers.ts';
import { twoFactorProviders } from './identity/two-factor/providers.ts';
import { TwoFactorController } from './identity/two-factor/two-factor.controller.ts';
import { verificationProviders } from './identity/verification/providers.ts';
import { VerificationController } from './identity/verification/verification.controller.ts';
import { CreateKeywordSet } from './keyword-sets/create-keyword-set.ts';
import { KeywordSetsController } from './keyword-sets/keyword-sets.controller.ts';
import { CreateOrganisation } from './organisations/create-organisation.ts';
import { LINKS_CONTROLLERS, LINKS_PROVIDERS } from './links/links.providers.ts';
import { NOTIFICATIONS_CONTROLLERS, NOTIFICATIONS_PROVIDERS } from './notifications/notifications.providers.ts';
import { OrganisationsController } from './organisations/organisations.controller.ts';
import { telegramProviders } from './telegram-notifications/providers.ts';
import { TelegramNotificationsController } from './telegram-notifications/telegram-notifications.controller.ts';
import { TariffsController } from './tariffs/tariffs.controller.ts';

@Module({
  controllers: [
    IdentityController,
    AccountsController,
    OrganisationsController,
    TariffsController,
    KeywordSetsController,
    ...LINKS_CONTROLLERS,
    TwoFactorController,
    ActivityController,
    AuditController,
    ApiTokensController,
    VerificationController,
    ...NOTIFICATIONS_CONTROLLERS,
    BotCheckController,
    TelegramNotificationsController,
    DigestsController,
  ],
  providers: [
    { provide: BOT_CHECK, inject: [SETTINGS, REDIS, LOGGER], useFactory: openBotCheck },
    PassBotCheck,
    SessionStore,
    LoginThrottle,
    LogIn,
    DescribeCaller,
    EnsureFirstStaff,
    CreateAccount,
    EndAccountSessions,
    CreateOrganisation,
    CreateKeywordSet,
    ...LINKS_PROVIDERS,
    ...twoFactorProviders,
    ...apiTokenProviders,
    ...verificationProviders,
    ...NOTIFICATIONS_PROVIDERS,
    ...telegramProviders,
  ],
})
export class AppModule {}
