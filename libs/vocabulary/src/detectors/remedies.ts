import type { DetectorKind } from '../detectors.ts';
import type { Locale } from '../people.ts';

/** What to do when something of this kind leaked, in this order. */
export const REMEDIES: Readonly<Record<Locale, Readonly<Record<DetectorKind, readonly string[]>>>> = {
  en: {
    source_control: [
      'Revoke the token at the code host. Deleting the file is not enough: the history and copies keep it',
      'Look through the security log of the account for clones, new keys and new members since the leak',
      'Issue a new token with fewer rights and an expiry date, and keep it outside the repository',
    ],
    build: [
      'Revoke the token in the registry or the build service',
      'Compare the published packages and images with those that you built since the leak',
      'Issue a new token for one project and store it in the secrets of the build service',
    ],
    cloud: [
      'Deactivate the key in the console of the cloud; delete it once nothing uses it',
      'Check the log of calls (CloudTrail, audit logs) for new users, keys, machines and costs since the leak',
      'Replace the key by a role or a temporary key where the cloud offers one',
    ],
    hosting: [
      'Revoke the key in the settings of the account or team',
      'Check the latest deployments, domains and environment variables: other secrets may be readable there',
      'Issue a new key with fewer rights',
    ],
    database: [
      'Change the password or the key at the vendor, and end the open connections',
      'Check who connected since the leak, and what was read or exported',
      'Allow connections from known addresses only',
    ],
    monitoring: [
      'Revoke the token in the monitoring system',
      'Check whether alerts, dashboards or data sources were changed',
      'Issue a new token that can only send data where that is enough',
    ],
    messaging: [
      'Revoke the token or the webhook: messages may have been read and sent with it',
      'Look through what was sent in its name since the leak',
      'Warn the people who may have received false messages',
    ],
    payment: [
      'Replace the key at the payment service at once, the live key first',
      'Check payments, refunds and payout accounts since the leak',
      'Report the leak to the payment service if there were operations that you did not make',
    ],
    work: [
      'Revoke the token in the settings of the service',
      'Check which documents and tasks it could read, and whether they hold further secrets',
      'Issue a new token with fewer rights',
    ],
    ai: [
      'Revoke the key at the vendor',
      'Check the spending and the files that were uploaded since the leak',
      'Set a limit on spending for the new key',
    ],
    key: [
      'Replace the key everywhere it is used; the leaked one stays unsafe for ever',
      'Remove its public part from servers, and revoke certificates that were issued for it',
      'Check the sign-ins that were made with it since the leak',
    ],
    password: [
      'Change the password, also in other systems where it is used',
      'End the open sessions of the account and switch on a second factor',
      'Check the sign-ins since the leak',
    ],
    personal: [
      'Ask the owner of the page to remove the text, and the host where the owner does not answer',
      'Find out where the data come from and how many people they concern',
      'Check with your lawyers whether the leak must be reported: deadlines may be as short as 24 hours',
    ],
    document: [
      'Ask the owner of the page to remove the document, and the host where the owner does not answer',
      'Find out who published it and who could open it',
      'Look for secrets and personal data in it',
    ],
  },
  ru: {
    source_control: [
      'Отзовите токен на хостинге кода. Удалить файл недостаточно: токен останется в истории и в копиях',
      'Проверьте журнал безопасности учётной записи: клонирования, новые ключи и участники с момента утечки',
      'Выпустите новый токен с меньшими правами и сроком действия и храните его вне репозитория',
    ],
    build: [
      'Отзовите токен в реестре или в системе сборки',
      'Сравните опубликованные пакеты и образы с теми, что вы собирали с момента утечки',
      'Выпустите новый токен для одного проекта и храните его в секретах системы сборки',
    ],
    cloud: [
      'Отключите ключ в консоли облака и удалите его, когда им никто не пользуется',
      'Проверьте журнал вызовов (CloudTrail, аудит): новые пользователи, ключи, машины и расходы с момента утечки',
      'Где возможно, замените ключ ролью или временным ключом',
    ],
    hosting: [
      'Отзовите ключ в настройках учётной записи или команды',
      'Проверьте последние развёртывания, домены и переменные окружения: там могли прочитать другие секреты',
      'Выпустите новый ключ с меньшими правами',
    ],
    database: [
      'Смените пароль или ключ у поставщика и завершите открытые подключения',
      'Проверьте, кто подключался с момента утечки и что читали или выгружали',
      'Разрешите подключения только с известных адресов',
    ],
    monitoring: [
      'Отзовите токен в системе мониторинга',
      'Проверьте, не изменены ли оповещения, панели и источники данных',
      'Выпустите новый токен, который только отправляет данные, если этого достаточно',
    ],
    messaging: [
      'Отзовите токен или вебхук: с ним могли читать и отправлять сообщения',
      'Просмотрите, что отправлено от его имени с момента утечки',
      'Предупредите тех, кто мог получить ложные сообщения',
    ],
    payment: [
      'Сразу замените ключ в платёжном сервисе, сначала боевой',
      'Проверьте платежи, возвраты и счета для выплат с момента утечки',
      'Если были чужие операции, сообщите об утечке платёжному сервису',
    ],
    work: [
      'Отзовите токен в настройках сервиса',
      'Проверьте, какие документы и задачи он мог читать и нет ли в них других секретов',
      'Выпустите новый токен с меньшими правами',
    ],
    ai: [
      'Отзовите ключ у поставщика',
      'Проверьте расходы и загруженные файлы с момента утечки',
      'Задайте для нового ключа предел расходов',
    ],
    key: [
      'Замените ключ везде, где он используется: утёкший уже не станет безопасным',
      'Уберите его открытую часть с серверов и отзовите выпущенные для него сертификаты',
      'Проверьте входы с этим ключом с момента утечки',
    ],
    password: [
      'Смените пароль, в том числе в других системах, где он используется',
      'Завершите открытые сеансы учётной записи и включите второй фактор',
      'Проверьте входы с момента утечки',
    ],
    personal: [
      'Попросите владельца страницы удалить текст, а если он не отвечает — площадку',
      'Выясните, откуда данные и скольких людей они касаются',
      'Проверьте с юристами, нужно ли уведомить об утечке: сроки бывают от 24 часов',
    ],
    document: [
      'Попросите владельца страницы удалить документ, а если он не отвечает — площадку',
      'Выясните, кто его опубликовал и кто мог открыть',
      'Проверьте, нет ли в нём секретов и персональных данных',
    ],
  },
};

/** Where the vendor of a detector lets its owner revoke what leaked. */
export interface RevokePlace extends Readonly<Record<Locale, string>> {
  /** Null where each customer has an address of its own. */
  readonly page: string | null;
}

type PlaceRow = readonly [beginnings: string, page: string | null, en: string, ru?: string];

/** By the beginnings of ids of detectors, the longest first where several fit. Menus are named as the vendor's site names them. */
const PLACES: readonly PlaceRow[] = [
  ['leakwatch_token', null, 'Leakwatch: Settings → API token', 'Leakwatch: Настройки → API-токен'],
  ['github_oauth github_app github_refresh', 'https://github.com/settings/applications', 'GitHub: Settings → Applications'],
  ['github_', 'https://github.com/settings/tokens', 'GitHub: Settings → Developer settings → Personal access tokens'],
  ['gitlab_personal', 'https://gitlab.com/-/user_settings/personal_access_tokens', 'GitLab: Preferences → Access tokens'],
  ['gitlab_', null, 'GitLab: Settings of the project or group', 'GitLab: настройки проекта или группы'],
  ['atlassian_', 'https://id.atlassian.com/manage-profile/security/api-tokens', 'Atlassian: Account → Security → API tokens'],
  ['npm_', 'https://www.npmjs.com/', 'npm: Access Tokens'],
  ['pypi_', 'https://pypi.org/manage/account/', 'PyPI: Account settings → API tokens'],
  ['docker_hub', 'https://app.docker.com/', 'Docker: Account settings → Personal access tokens'],
  ['slack_', 'https://api.slack.com/apps', 'Slack: Your Apps → OAuth & Permissions'],
  ['telegram_bot', 'https://t.me/BotFather', 'Telegram: @BotFather, /revoke'],
  ['discord_bot', 'https://discord.com/developers/applications', 'Discord: Applications → Bot → Reset Token'],
  ['sendgrid_', 'https://app.sendgrid.com/settings/api_keys', 'SendGrid: Settings → API Keys'],
  ['stripe_', 'https://dashboard.stripe.com/apikeys', 'Stripe: Developers → API keys → Roll key'],
  ['openai_', 'https://platform.openai.com/api-keys', 'OpenAI: API keys'],
  ['anthropic_', 'https://console.anthropic.com/settings/keys', 'Anthropic: Settings → API keys'],
  ['huggingface_', 'https://huggingface.co/settings/tokens', 'Hugging Face: Settings → Access Tokens'],
  ['aws_', 'https://console.aws.amazon.com/iam/', 'AWS: IAM → Users → Security credentials → Access keys'],
  ['google_app', 'https://myaccount.google.com/apppasswords', 'Google Account: Security → App passwords'],
  ['google_service', 'https://console.cloud.google.com/iam-admin/serviceaccounts', 'Google Cloud: IAM → Service accounts → Keys'],
  ['google_', 'https://console.cloud.google.com/apis/credentials', 'Google Cloud: APIs & Services → Credentials'],
  ['entra_', 'https://entra.microsoft.com/', 'Microsoft Entra: App registrations → Certificates & secrets'],
  ['azure_', 'https://portal.azure.com/', 'Azure: the resource → Access keys', 'Azure: ресурс → Access keys'],
  ['azure_devops', 'https://dev.azure.com/', 'Azure DevOps: User settings → Personal access tokens'],
  ['yandex_', 'https://console.yandex.cloud/', 'Yandex Cloud: Service accounts → Keys', 'Yandex Cloud: Сервисные аккаунты → Ключи'],
  ['digitalocean_', 'https://cloud.digitalocean.com/account/api/tokens', 'DigitalOcean: API → Tokens'],
  ['cloudflare_', 'https://dash.cloudflare.com/profile/api-tokens', 'Cloudflare: My Profile → API Tokens'],
  ['heroku_', 'https://dashboard.heroku.com/account', 'Heroku: Account settings → API Key → Regenerate'],
  ['netlify_', 'https://app.netlify.com/user/applications', 'Netlify: User settings → Applications'],
  ['vercel_', 'https://vercel.com/account/tokens', 'Vercel: Account settings → Tokens'],
  ['sentry_user', 'https://sentry.io/settings/account/api/auth-tokens/', 'Sentry: User settings → Personal tokens'],
  ['datadog_', 'https://app.datadoghq.com/organization-settings/api-keys', 'Datadog: Organization settings → API keys'],
  ['bitrix_', null, 'Bitrix24: Developer resources → Integrations', 'Битрикс24: Разработчикам → Интеграции'],
];

/** Beginnings of ids that PLACES names. */
export const REVOKE_BEGINNINGS: readonly string[] = PLACES.flatMap(([beginnings]) => beginnings.split(' '));

/** Where a leak that a detector found is revoked; undefined where the detector names no vendor, or its place is not known. */
export function revokePlace(detector: string): RevokePlace | undefined {
  const fitting = PLACES.flatMap(([beginnings, page, en, ru = en]) =>
    beginnings
      .split(' ')
      .flatMap((beginning) => (detector.startsWith(beginning) ? [{ length: beginning.length, place: { page, en, ru } }] : [])),
  );
  return fitting.sort((left, right) => right.length - left.length)[0]?.place;
}
