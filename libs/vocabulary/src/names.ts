import type { Severity } from './detectors.ts';
import type { CloseReason, EventStatus } from './events.ts';
import type { Locale } from './people.ts';
import type { SourceType } from './sources.ts';
import type { WebhookDisabledReason } from './webhooks.ts';

/*
 * Names of sources, of event statuses and of reasons, as the console, notifications, mails, messages and spreadsheets show them.
 */

const PRODUCTS = {
  github: 'GitHub',
  gist: 'Gist',
  pastebin: 'Pastebin',
  gitlab_cloud: 'GitLab',
  telegram: 'Telegram',
  google_docs: 'Google Docs',
} as const;

export const SOURCE_NAMES: Readonly<Record<Locale, Readonly<Record<SourceType, string>>>> = {
  ru: { ...PRODUCTS, git_repo: 'Git-репозиторий' },
  en: { ...PRODUCTS, git_repo: 'Git repository' },
};

export const STATUS_NAMES: Readonly<Record<Locale, Readonly<Record<EventStatus, string>>>> = {
  ru: {
    open: 'Открыто',
    in_progress: 'В работе',
    fixed: 'Исправлено',
    false: 'Ложное',
    blacklist: 'Чёрный список',
    auto_filtered: 'Автофильтр',
  },
  en: {
    open: 'Open',
    in_progress: 'In progress',
    fixed: 'Fixed',
    false: 'False positive',
    blacklist: 'Blacklisted',
    auto_filtered: 'Auto-filtered',
  },
};

export const CLOSE_REASON_NAMES: Readonly<Record<Locale, Readonly<Record<CloseReason, string>>>> = {
  ru: {
    revoked: 'Секрет отозван',
    removed: 'Удалено из источника',
    false_positive: 'Не утечка',
    test_data: 'Тестовые данные',
    public_data: 'Открытые данные',
    accepted_risk: 'Риск принят',
  },
  en: {
    revoked: 'Secret revoked',
    removed: 'Removed from the source',
    false_positive: 'Not a leak',
    test_data: 'Test data',
    public_data: 'Public data',
    accepted_risk: 'Risk accepted',
  },
};

export const SEVERITY_NAMES: Readonly<Record<Locale, Readonly<Record<Severity, string>>>> = {
  ru: { critical: 'Критическая', high: 'Высокая', medium: 'Средняя', low: 'Низкая' },
  en: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' },
};

/** Why the system disabled a webhook. */
export const WEBHOOK_DISABLED_NAMES: Readonly<Record<Locale, Readonly<Record<WebhookDisabledReason, string>>>> = {
  ru: { failing: 'Доставки слишком долго не проходили', queue_full: 'Накопилось слишком много доставок' },
  en: { failing: 'Deliveries failed for too long', queue_full: 'Too many deliveries were waiting' },
};
