import { Module } from '@nestjs/common';
import { ActingModule } from './acting/acting.module.ts';
import { ApiTokensModule } from './api-tokens/api-tokens.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { BotCheckModule } from './bot-check/bot-check.module.ts';
import { DigestsModule } from './digests/digests.module.ts';
import { IdentityVerificationModule } from './identity-verification/identity-verification.module.ts';
import { KeywordSetsModule } from './keyword-sets/keyword-sets.module.ts';
import { DeadLettersModule } from './dead-letters/dead-letters.module.ts';
import { LeasesModule } from './leases/leases.module.ts';
import { LogosModule } from './logos/logos.module.ts';
import { MailsModule } from './mails/mails.module.ts';
import { MembersModule } from './members/members.module.ts';
import { NotificationSettingsModule } from './notification-settings/notification-settings.module.ts';
import { OrganisationDeletionModule } from './organisation-deletion/organisation-deletion.module.ts';
import { OrganisationsModule } from './organisations/organisations.module.ts';
import { PasswordChangesModule } from './password-changes/password-changes.module.ts';
import { ProfileModule } from './profile/profile.module.ts';
import { PoolChecksModule } from './pool-checks/pool-checks.module.ts';
import { ProxiesModule } from './proxies/proxies.module.ts';
import { QueuesModule } from './queues/queues.module.ts';
import { RecipientsModule } from './recipients/recipients.module.ts';
import { RegexTemplatesModule } from './regex-templates/regex-templates.module.ts';
import { ServiceAccountsModule } from './service-accounts/service-accounts.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { StaffAccountsModule } from './staff-accounts/staff-accounts.module.ts';
import { StorageModule } from './storage/storage.module.ts';
import { TariffsModule } from './tariffs/tariffs.module.ts';
import { TechnicalNotificationsModule } from './technical-notifications/technical-notifications.module.ts';
import { TelegramUsersModule } from './telegram-users/telegram-users.module.ts';
import { TelegramAccountsModule } from './telegram-accounts/telegram-accounts.module.ts';
import { TelegramNotificationsModule } from './telegram-notifications/telegram-notifications.module.ts';
import { TwoFactorModule } from './two-factor/two-factor.module.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';

@Module({
  imports: [
    SignInModule,
    TwoFactorModule,
    IdentityVerificationModule,
    PasswordChangesModule,
    ProfileModule,
    ActingModule,
    ApiTokensModule,
    StaffAccountsModule,
    MembersModule,
    OrganisationsModule,
    OrganisationDeletionModule,
    LogosModule,
    TariffsModule,
    StorageModule,
    KeywordSetsModule,
    RegexTemplatesModule,
    ServiceAccountsModule,
    TelegramAccountsModule,
    TelegramUsersModule,
    ProxiesModule,
    LeasesModule,
    PoolChecksModule,
    DeadLettersModule,
    QueuesModule,
    AuditModule,
    BotCheckModule,
    MailsModule,
    NotificationSettingsModule,
    TechnicalNotificationsModule,
    TelegramNotificationsModule,
    DigestsModule,
    RecipientsModule,
    WebhooksModule,
  ],
})
export class AppModule {}
