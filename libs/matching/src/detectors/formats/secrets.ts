import { keySettingsIn } from '../checks/key-settings.ts';
import { type Detector, raw } from '../detector.ts';
import { COMPARES, QUOTE } from './passwords.ts';

/** With a sign, a quote or a blank behind them: the word alone stands in many texts. */
const KEYS_WITH_SIGNS = ['key', '_pat', '-pat', 'credential', 'credentials', 'sonar.login', 'sonarlogin', 'test_reporter_id'].flatMap(
  (name) => [':', '=', ' =', ' :', '":', "':", '" :', '",', "',", "']", '"]', ' |', ' ?', '  ', '\\"'].map((sign) => name + sign),
);

/** Keys and tokens of no known vendor, where a name or a header says what they are. */
export const SECRETS: readonly Detector[] = [
  {
    id: 'secret_setting',
    severity: 'medium',
    marks: ['api_key', 'apikey', 'api-key', 'secret', 'token', 'access_key', 'accesskey', 'private_key'],
    expression: raw`(?i)(?:api[_-]?key|access[_-]?key|secret(?:[_-]?key(?:_base)?)?|private[_-]key|token)(?:${COMPARES}|${QUOTE}?\s{0,24}(?:=>|:=|[:=])\s{0,24}${QUOTE}?|["']\s{0,2},\s{0,2}["'](?:\\?")?)[A-Za-z0-9+/_.~-]{16,48}={0,2}\(?`,
    check: 'secretValue',
    checkRequired: true,
    generic: true,
    mask: 'assignment',
    samples: [
      'api_key = "{A32}"',
      'CLIENT_SECRET={A24}',
      '"accessToken": "{V40}"',
      'X-Api-Key: {H32}',
      'SECRET_KEY = "{H32}"',
      'secret_key_base: {H64}',
      raw`{\"token\":\"{A32}\"}`,
      "os.getenv('API_KEY', '{A32}')",
      "const key = process.env.API_KEY || '{A32}'",
      'if creds.Secret != "{A16}7" {',
      `buildConfigField 'String', 'API_KEY', '"{H32}"'`,
      raw`buildConfigField "String", "MAPS_API_KEY", "\"{A32}\""`,
    ],
    passes: [
      'token = nextTokenOfStream',
      'token === otherToken2OfTheStream',
      'token = cancellation_1.CancellationToken.is(x)',
      'secret = module_1.settings.secretOfTask',
      'secret: "aaaaaaaaaaaaaaaaaaaaaaaa"',
      'api_key: your_api_key_goes_here',
      'token: {A10}',
      'API_TOKEN=\nAPI_VERSION_NUMBER_2024_01=1',
    ],
  },
  {
    id: 'key_setting',
    severity: 'medium',
    marks: KEYS_WITH_SIGNS,
    // Of a vendor that has no detector. The names of what is no secret are many, so a function reads the name too.
    expression: raw`(?i)(?:[a-z0-9_.-]{1,16}(?:key|[_-](?:pat|credentials?))|[?&]key|sonar\.?login|test_reporter_id)${QUOTE}?\s{0,24}(?:=>|:=|[:=])\s{0,24}${QUOTE}?[A-Za-z0-9+/_.~-]{20,200}={0,2}`,
    find: keySettingsIn,
    check: 'keyValue',
    checkRequired: true,
    generic: true,
    mask: 'assignment',
    samples: [
      'ADOBE_KEY={H32}',
      'pipedreamKey = "{H40}"',
      '"signingKey": "{A40}"',
      'ado_pat = "{L52}"',
      'https://corp.example/api?key={A39}',
      "process.env.MAIL_KEY || '{A32}'",
      '-Dsonar.login={H40}',
      'CC_TEST_REPORTER_ID: {H64}',
    ],
    passes: [
      'public_key = "{A40}"',
      'cacheKey: "{H32}"',
      'key: "{H32}"',
      'translation_key = "pages.settings.keyword2.title"',
      'primaryKey = getPrimaryKeyOfTable2("a")',
      'foreign_key: organisation_settings_2024_id',
      'object-key={uuid}',
      'APP_KEY=your_application_key_goes_here1',
      'sortKey: "SubscriptionManagerV2Handler"',
    ],
  },
  {
    id: 'basic_authorization',
    severity: 'high',
    marks: ['basic '],
    expression: raw`(?i)\bbasic [A-Za-z0-9+/]{12,}={0,2}`,
    check: 'basic',
    checkRequired: true,
    generic: true,
    samples: [
      'Authorization: Basic {b64:deploy:n3wK-9tq7}',
      '-H "authorization: basic {b64:robot:p0-19-wv-f}"',
      'Authorization: Basic {b64:robot:кот-4242}',
    ],
    passes: ['Basic authentication', 'basic {A9}'],
  },
  {
    id: 'bearer_authorization',
    severity: 'medium',
    marks: ['bearer ', ': token ', '"token ', "'token ", ': ssws '],
    expression: raw`(?i)(?:\bbearer|authorization["']?\s{0,2}[:=,]\s{0,2}["'\x60]?(?:token|ssws)) [A-Za-z0-9._~+/-]{24,}=*`,
    entropy: 3.3,
    generic: true,
    samples: ['Authorization: Bearer {A40}', 'bearer {V32}', 'Authorization: Token {H40}', "headers: { 'Authorization': 'token {H40}' }"],
    passes: ['Bearer token', 'Bearer {A20}', 'the next: token {H40}'],
  },
];
