import { A, contexts, type Detector, H, L, raw, T, U, V, vendors } from '../detector.ts';

/** What watches systems, and networks. */
export const MONITORING: readonly Detector[] = [
  ...vendors([
    ['dynatrace_token', 'high', 'dt0c01.', raw`\bdt0c01\.${T}{24}\.${T}{64}\b`, 'dt0c01.{T24}.{T64}', 'dt0c01.{T24} dt0c01.{T24}.{T63}'],
    ['newrelic_user_key', 'high', 'NRAK-', raw`\bNRAK-${U}{27}\b`, 'NRAK-{U27}', 'NRAK-{U26} NRAK-{U28}'],
    ['newrelic_license_key', 'medium', 'NRAL', raw`\b${H}{36}NRAL\b`, '{H36}NRAL', '{H35}NRAL NRAL'],
    ['newrelic_insert_key', 'medium', 'NRII-', raw`\bNRII-${V}{32}`, 'NRII-{V32}', 'NRII-{V31} NRJS-{H19}'],
    [
      'grafana_service_token',
      'high',
      'glsa_',
      raw`\bglsa_${A}{32}_${H}{8}\b`,
      'glsa_{A32}{=grafana}',
      'glsa_{A31}_{H8} glsa_{A32}',
      { check: 'grafana' },
    ],
    [
      'grafana_cloud_token',
      'high',
      'glc_',
      raw`\bglc_[A-Za-z0-9+/_-]{50,}={0,2}`,
      'glc_{json:"o":"1","n":"corp-token-name","k":"0a9b8c7d6e5f4a3b2c1d0e9f","m":[]}',
      'glc_{B40} glc_token',
      { check: 'grafanaCloud' },
    ],
    [
      'grafana_old_key',
      'high',
      'eyJrIjoi',
      raw`\beyJrIjoi[A-Za-z0-9+/_-]{50,}={0,2}`,
      '{json:"k":"0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d","n":"corp","id":1}',
      'eyJrIjoi eyJrIjoi{B20}',
      { check: 'grafanaOld' },
    ],
    [
      'sentry_organisation_token',
      'high',
      'sntrys_',
      raw`\bsntrys_eyJ[A-Za-z0-9+/=_-]{60,}_[A-Za-z0-9+/]{43}`,
      'sntrys_{json:"iat":1700000000.1,"url":"https://sentry.io","region_url":"https://us.sentry.io","org":"corp"}_{B43}',
      'sntrys_{B43} sntrys_eyJ{B20}_{B43}',
      { check: 'sentry' },
    ],
    ['sentry_user_token', 'high', 'sntryu_', raw`\bsntryu_${H}{64}\b`, 'sntryu_{H64}', 'sntryu_{H63} sntryu_{H65}'],
  ]),
  ...contexts([
    ['datadog_api_key', 'medium', 'datadog dd_api dd-api', raw`\b${H}{32}\b`, 'DD_API_KEY={H32}\ndatadog: "{H32}"', '{H32}\ndatadog {H31}'],
    [
      'datadog_application_key',
      'high',
      'datadog dd_app dd-app',
      raw`\b${H}{40}\b`,
      'DD_APP_KEY={H40}\ndatadog application "{H40}"',
      '{H40}\ndatadog {H41}',
    ],
    ['zabbix_token', 'high', 'zabbix', raw`\b${H}{64}\b`, 'ZABBIX_TOKEN={H64}\nzabbix api: {H64}', '{H64}\nzabbix {H63}'],
    [
      'graylog_token',
      'medium',
      'graylog',
      raw`\b${L}{52}\b`,
      'GRAYLOG_TOKEN={L52}\ngraylog token {L52}',
      '{L52}\ngraylog {L51}',
      { entropy: 3.3 },
    ],
  ]),
];
