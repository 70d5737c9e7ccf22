type Names = Readonly<Record<string, readonly [en: string, ru: string]>>;

export const CLOUD = {
  aws_access_key_id: ['AWS access key', 'Ключ доступа AWS'],
  aws_temporary_key_id: ['AWS temporary key', 'Временный ключ AWS'],
  aws_bearer_id: ['AWS bearer token id', 'Идентификатор bearer-токена AWS'],
  aws_secret_key: ['AWS secret key', 'Секретный ключ AWS'],
  aws_bedrock_key: ['AWS Bedrock key', 'Ключ AWS Bedrock'],
  google_api_key: ['Google API key', 'API-ключ Google'],
  google_bound_key: ['Google API key of a service account', 'API-ключ сервисного аккаунта Google'],
  google_client_secret: ['Google client secret', 'Секрет клиента Google'],
  google_oauth_token: ['Google OAuth token', 'OAuth-токен Google'],
  google_refresh_token: ['Google refresh token', 'Токен обновления Google'],
  google_service_account: ['Google service account key', 'Ключ сервисного аккаунта Google'],
  google_user_credentials: ['Google user credentials', 'Учётные данные пользователя Google'],
  entra_client_secret: ['Microsoft Entra client secret', 'Секрет клиента Microsoft Entra'],
  azure_devops_token: ['Azure DevOps token', 'Токен Azure DevOps'],
  azure_devops_old_token: ['Azure DevOps token (old form)', 'Токен Azure DevOps (старый формат)'],
  azure_storage_key: ['Azure storage key', 'Ключ хранилища Azure'],
  azure_service_bus: ['Azure shared access key', 'Ключ общего доступа Azure'],
  azure_app_configuration: ['Azure App Configuration secret', 'Секрет Azure App Configuration'],
  alibaba_key_id: ['Alibaba Cloud key', 'Ключ Alibaba Cloud'],
  alibaba_temporary_key_id: ['Alibaba Cloud temporary key', 'Временный ключ Alibaba Cloud'],
  tencent_secret_id: ['Tencent Cloud key', 'Ключ Tencent Cloud'],
  yandex_api_key: ['Yandex Cloud API key', 'API-ключ Yandex Cloud'],
  yandex_oauth_token: ['Yandex OAuth token', 'OAuth-токен Яндекса'],
  yandex_captcha_key: ['Yandex SmartCaptcha server key', 'Серверный ключ Yandex SmartCaptcha'],
  aws_appsync_key: ['AWS AppSync API key', 'API-ключ AWS AppSync'],
  amazon_mws_token: ['Amazon MWS token', 'Токен Amazon MWS'],
  digitalocean_spaces_key: ['DigitalOcean Spaces key', 'Ключ DigitalOcean Spaces'],
  yandex_iam_token: ['Yandex Cloud IAM token', 'IAM-токен Yandex Cloud'],
  yandex_static_key: ['Yandex Cloud static key', 'Статический ключ Yandex Cloud'],
  digitalocean_token: ['DigitalOcean token', 'Токен DigitalOcean'],
  cloudflare_token: ['Cloudflare token', 'Токен Cloudflare'],
  cloudflare_old_key: ['Cloudflare key (old form)', 'Ключ Cloudflare (старый формат)'],
  cloudflare_global_key: ['Cloudflare global key', 'Глобальный ключ Cloudflare'],
  cloudflare_origin_ca: ['Cloudflare Origin CA key', 'Ключ Cloudflare Origin CA'],
} as const satisfies Names;

export const HOSTING = {
  heroku_key: ['Heroku key', 'Ключ Heroku'],
  heroku_old_key: ['Heroku key (old form)', 'Ключ Heroku (старый формат)'],
  vercel_token: ['Vercel token', 'Токен Vercel'],
  vercel_old_token: ['Vercel token (old form)', 'Токен Vercel (старый формат)'],
  netlify_token: ['Netlify token', 'Токен Netlify'],
  render_key: ['Render key', 'Ключ Render'],
  flyio_token: ['Fly.io token', 'Токен Fly.io'],
  supabase_token: ['Supabase token', 'Токен Supabase'],
  supabase_secret_key: ['Supabase secret key', 'Секретный ключ Supabase'],
  scaleway_access_key: ['Scaleway access key', 'Ключ доступа Scaleway'],
  scaleway_secret_key: ['Scaleway secret key', 'Секретный ключ Scaleway'],
  upcloud_token: ['UpCloud token', 'Токен UpCloud'],
  exoscale_key: ['Exoscale key', 'Ключ Exoscale'],
  tailscale_key: ['Tailscale key', 'Ключ Tailscale'],
} as const satisfies Names;

export const DATABASE = {
  planetscale_token: ['PlanetScale token', 'Токен PlanetScale'],
  neon_key: ['Neon key', 'Ключ Neon'],
  mongodb_atlas_secret: ['MongoDB Atlas secret', 'Секрет MongoDB Atlas'],
  databricks_token: ['Databricks token', 'Токен Databricks'],
  clickhouse_key: ['ClickHouse Cloud key', 'Ключ ClickHouse Cloud'],
  cockroach_key: ['CockroachDB Cloud key', 'Ключ CockroachDB Cloud'],
  confluent_secret: ['Confluent secret', 'Секрет Confluent'],
  astra_token: ['DataStax Astra token', 'Токен DataStax Astra'],
  elastic_cloud_key: ['Elastic Cloud key', 'Ключ Elastic Cloud'],
} as const satisfies Names;

export const MONITORING = {
  dynatrace_token: ['Dynatrace token', 'Токен Dynatrace'],
  newrelic_user_key: ['New Relic user key', 'Ключ пользователя New Relic'],
  newrelic_license_key: ['New Relic licence key', 'Лицензионный ключ New Relic'],
  newrelic_insert_key: ['New Relic insert key', 'Ключ записи New Relic'],
  grafana_service_token: ['Grafana service account token', 'Токен сервисного аккаунта Grafana'],
  grafana_cloud_token: ['Grafana Cloud token', 'Токен Grafana Cloud'],
  grafana_old_key: ['Grafana key (old form)', 'Ключ Grafana (старый формат)'],
  sentry_organisation_token: ['Sentry organisation token', 'Токен организации Sentry'],
  sentry_user_token: ['Sentry user token', 'Токен пользователя Sentry'],
  datadog_api_key: ['Datadog API key', 'API-ключ Datadog'],
  datadog_application_key: ['Datadog application key', 'Ключ приложения Datadog'],
  zabbix_token: ['Zabbix token', 'Токен Zabbix'],
  graylog_token: ['Graylog token', 'Токен Graylog'],
} as const satisfies Names;

export const KEY = {
  private_key: ['Private key', 'Закрытый ключ'],
  encrypted_private_key: ['Encrypted private key', 'Зашифрованный закрытый ключ'],
  putty_key: ['PuTTY private key', 'Закрытый ключ PuTTY'],
  age_key: ['age secret key', 'Секретный ключ age'],
  jwt: ['JSON web token', 'Токен JWT'],
  openshift_token: ['OpenShift token', 'Токен OpenShift'],
  docker_config_auth: ['Docker registry password', 'Пароль реестра Docker'],
  kubernetes_bootstrap_token: ['Kubernetes bootstrap token', 'Токен начальной загрузки Kubernetes'],
  wireguard_key: ['WireGuard private key', 'Закрытый ключ WireGuard'],
  ssh_host_password: ['SSH password in a command', 'Пароль SSH в команде'],
  encryption_key_hex: ['Encryption key', 'Ключ шифрования'],
} as const satisfies Names;

export const PASSWORD = {
  database_address: ['Database address with a password', 'Адрес базы данных с паролем'],
  address_password: ['Password in an address', 'Пароль в адресе'],
  connection_string_password: ['Password in a connection string', 'Пароль в строке подключения'],
  password_setting: ['Password in settings', 'Пароль в настройках'],
  secret_setting: ['Secret in settings', 'Секрет в настройках'],
  basic_authorization: ['HTTP Basic password', 'Пароль HTTP Basic'],
  bearer_authorization: ['Bearer token', 'Bearer-токен'],
  command_password: ['Password in a command', 'Пароль в команде'],
  password_hash: ['Password hash', 'Хеш пароля'],
} as const satisfies Names;

export const PERSONAL = {
  card_number: ['Card number', 'Номер карты'],
  snils: ['SNILS', 'СНИЛС'],
  snils_digits: ['SNILS without separators', 'СНИЛС без разделителей'],
  inn_person: ["A person's INN", 'ИНН физлица'],
  inn_company: ["A company's INN", 'ИНН организации'],
  ogrn: ['OGRN', 'ОГРН'],
  iban: ['IBAN', 'IBAN'],
  bank_account_ru: ['Russian bank account', 'Расчётный счёт'],
  passport_ru: ['Russian passport number', 'Номер паспорта РФ'],
  medical_policy_ru: ['Medical policy number', 'Номер полиса ОМС'],
} as const satisfies Names;

export const DOCUMENT = {
  salary_sheet: ['Salary sheet', 'Зарплатная ведомость'],
  confidential_mark: ['Document marked confidential', 'Документ с грифом конфиденциальности'],
} as const satisfies Names;
