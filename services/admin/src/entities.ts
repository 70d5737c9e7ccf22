import type { SqlEntityManager, TablesOf } from '@leakwatch/platform';
import { AccountEntity } from './accounts/account.entity.ts';
import { ActingEntity } from './acting/acting.entity.ts';
import { ApiTokenEntity } from './api-tokens/api-token.entity.ts';
import { AuditEntity } from './audit/audit.entity.ts';
import { IdentityCodeEntity, IdentityRequestEntity } from './identity-verification/identity-request.entity.ts';
import { KeywordEntity, KeywordSetEntity } from './keyword-sets/keyword-set.entity.ts';
import { LogoEntity } from './logos/logo.entity.ts';
import { MailEntity } from './mails/mail.entity.ts';
import { OrganisationEntity } from './organisations/organisation.entity.ts';
import { LinkCodeEntity } from './password-changes/link-code.entity.ts';
import { StorageLevelEntity, StorageUseEntity } from './storage/storage.entity.ts';
import { TariffEntity } from './tariffs/tariff.entity.ts';
import { TechnicalNotificationEntity } from './technical-notifications/technical-notification.entity.ts';
import { TelegramBotEntity } from './telegram-notifications/bot/telegram-bot.entity.ts';
import { TelegramLinkEntity } from './telegram-notifications/chats/telegram-link.entity.ts';
import {
  TelegramDigestEntity,
  TelegramDigestReaderEntity,
  TelegramMessageEntity,
} from './telegram-notifications/messages/telegram-message.entity.ts';
import { PoolCheckEntity } from './pool-checks/pool-check.entity.ts';
import { ProxyEntity } from './proxies/proxy.entity.ts';
import { RecipientCodeEntity, RecipientEntity } from './recipients/recipient.entities.ts';
import { RegexTemplateEntity } from './regex-templates/regex-template.entity.ts';
import { ServiceAccountEntity } from './service-accounts/service-account.entity.ts';
import { TelegramSessionEntity } from './service-accounts/telegram-session.entity.ts';
import { RecoveryCodeEntity, SecondFactorEntity } from './two-factor/second-factor.entity.ts';
import { WebhookDeliveryEntity, WebhookEntity } from './webhooks/webhook.entities.ts';

/** Every table of the schema. */
export const entities = [
  TariffEntity,
  OrganisationEntity,
  LogoEntity,
  AccountEntity,
  ApiTokenEntity,
  SecondFactorEntity,
  RecoveryCodeEntity,
  IdentityRequestEntity,
  IdentityCodeEntity,
  LinkCodeEntity,
  MailEntity,
  AuditEntity,
  KeywordSetEntity,
  KeywordEntity,
  RegexTemplateEntity,
  TechnicalNotificationEntity,
  TelegramBotEntity,
  TelegramLinkEntity,
  TelegramMessageEntity,
  TelegramDigestEntity,
  TelegramDigestReaderEntity,
  ProxyEntity,
  ServiceAccountEntity,
  TelegramSessionEntity,
  PoolCheckEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  StorageUseEntity,
  StorageLevelEntity,
  RecipientEntity,
  RecipientCodeEntity,
  ActingEntity,
] as const;

/** The typed query builder, in the transaction of `em`. */
export const tables = (em: SqlEntityManager) => em.getKysely<TablesOf<'admin', (typeof entities)[number]>>();
