import { type Detector, raw } from '../detector.ts';
import { VALUE } from './passwords.ts';

const NAMES = ['password', 'passwd', 'passphrase', 'pwd'];
/** Before a quote: without one the words behind are a sentence. */
const NAMES_BEFORE_QUOTES = NAMES.flatMap((name) =>
  ['', '"', "'", ' ', '" ', "' "].flatMap((between) =>
    [':', '=', '=>'].flatMap((sign) => ['"', "'", ' "', " '"].map((quote) => name + between + sign + quote)),
  ),
);
/** The words alone stand in many texts, above all Russian ones. */
const NAMES_WITH_SIGNS = ['pass', 'password', 'passwd', 'passphrase', 'pwd', 'пароль'].flatMap((name) =>
  ['', '"', "'", ' ', '" ', "' "].flatMap((between) => [':', '='].map((sign) => name + between + sign)),
);
const NAME = raw`(?i:password|passwd|passphrase|pwd)["']?\x20?(?:=>|:=|[:=])\s{0,2}`;
/** In one word with the login: a path holds no such signs. */
const WITHOUT_SLASH = raw`[A-Za-z0-9._-]{2,32}[!#$%^&*+?@][!#$%&*+.0-9:;=?@A-Z^_a-z~-]{0,32}`;
/** With the sign behind them: the names alone stand in many texts. */
const SERVICES = ['vpn', 'впн', 'rdp', 'рдп', 'ssh', 'ftp', 'почта', 'админка'].flatMap((name) =>
  [':', ' :', ' -', ' –', ' —'].map((sign) => `${name}${sign} `),
);

/** Passwords of several words, others that hold signs of the place where they stand, and secrets that look like passwords. */
export const PASSWORD_PHRASES: readonly Detector[] = [
  {
    id: 'netrc_password_first',
    severity: 'high',
    marks: ['machine'],
    expression: raw`\bmachine\s{1,4}[A-Za-z0-9._:-]{1,80}\s{1,8}password\s{1,4}["']?${VALUE}{4,64}["']?\s{1,8}login\s`,
    head: /^.*?\spassword\s+["']?/s,
    tail: /["']?\s+login\s$/,
    check: 'argument',
    checkRequired: true,
    mask: 'behind',
    samples: ['machine git.corp.example password {A14} login robot', 'machine corp.example\n  password "{A14}"\n  login robot'],
    passes: ['the machine stores password hashes2', 'machine a password secret login b', 'machine a password {A14}'],
  },
  {
    id: 'phrase_password',
    severity: 'high',
    marks: NAMES_BEFORE_QUOTES,
    expression: raw`${NAME}(?:"[!#-~]{1,32}(?:\x20[!#-~]{1,32}){1,5}"|'[!-&(-~]{1,32}(?:\x20[!-&(-~]{1,32}){1,5}')`,
    head: /^.*?["']?\s?(?:=>|:=|[:=])\s*["']/,
    check: 'phrase',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: ['password = "Zi9{A5}! two"', "DB_PASSWORD='my {A5}7!q dog'", '"passphrase": "Kc4!{A4}x Rex {A4}"'],
    passes: [
      'password: "Please enter 8 characters"',
      'password: "At least 8 characters, 1 digit!"',
      '"password": "Use getPass2 instead"',
      `password: "\${env} Zi9{A5}!"`,
      'password: "see https://corp.example/A1b!c"',
    ],
  },
  {
    id: 'google_app_password',
    severity: 'critical',
    marks: NAMES_WITH_SIGNS,
    // As the page that makes one shows it: four groups of four letters.
    expression: raw`(?i:pass(?:word|wd|phrase)?|pwd|пароль)["']?\x20?(?:=>|:=|[:=])\s{0,2}["']?[a-z]{4}(?:\x20[a-z]{4}){3}\b["']?`,
    head: /^[^:=]*?["']?\s?(?:=>|:=|[:=])\s*["']?/,
    check: 'letters',
    checkRequired: true,
    mask: 'behind',
    samples: ['EMAIL_HOST_PASSWORD = "{K4} {K4} {K4} {K4}"', "pass: '{K4} {K4} {K4} {K4}'", 'GMAIL_APP_PASSWORD={K4} {K4} {K4} {K4}'],
    passes: [
      'password: they must have four letters',
      'password: "must have four char"',
      'password: "abcd efgh ijkl mnop"',
      'password: {K4} {K4} {K4}',
    ],
  },
  {
    id: 'braced_password',
    severity: 'critical',
    near: ['server=', 'driver=', 'dsn=', 'uid=', 'user id='],
    // In braces ODBC takes every sign, also those that end a value.
    expression: raw`(?i)\b(?:password|pwd)\s{0,2}=\s{0,2}\{[!-z|~]{3,64}(?:\}\}[!-z|~]{0,32})?\}`,
    head: /^[^{]*\{/,
    tail: /\}$/,
    check: 'braced',
    checkRequired: true,
    mask: 'behind',
    samples: [
      'Driver={SQL Server};Server=db;UID=sa;PWD={{A5};{A6}7!}',
      'Server=db;Uid=sa;Pwd={{A9}7;};Encrypt=yes',
      'Server=db;Uid=sa;Pwd={{A4};}}x{A3}7!}',
    ],
    passes: [
      'Server=db;UID={user};PWD={password1}',
      'SERVER={a};UID={b};PWD={config.password1}',
      'SERVER={a};UID={b};PWD={self._pwd!r}',
      'UID={b};PWD={keys["Pwd1!"]}',
      'PWD={{A9}7!}',
    ],
  },
  {
    id: 'service_pair',
    severity: 'high',
    marks: SERVICES,
    expression: raw`(?:(?i:vpn|rdp|ssh|ftp)|[Вв]пн|ВПН|[Рр]дп|РДП|[Пп]очта|[Аа]дминка)\x20?[:–—-]\x20[A-Za-z0-9_.@\\-]{1,48}(?:\x20/\x20${VALUE}{6,40}|/${WITHOUT_SLASH})`,
    head: /^[^\s:–—-]+ ?[:–—-] [^\s/]+(?: \/ |\/)/,
    check: 'spoken',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: ['vpn: ivan / Zi9{A7}!', 'РДП — corp\\ivan / Zi9{A7}!', 'почта: ivan@corp.example / Zi9{A7}!', 'VPN: ivan/Zi9{A7}!'],
    passes: [
      'VPN: OpenVPN / WireGuard2',
      'VPN: OpenVPN/WireGuard2',
      'ssh: releases/v2.1/Setup.exe',
      'ssh: ivan / password',
      'SSH - Linux / Ubuntu22.04',
      'ftp: pub / https://corp.example/A1!',
    ],
  },
  {
    id: 'short_secret',
    severity: 'medium',
    marks: ['secret', 'signing_key', 'encryption_key'],
    // Of fewer characters than `secret_setting` wants, or with signs that keys do not have; so short a text says too little without quotes.
    expression: raw`(?i)(?:secret(?:[_-]?key)?|(?:signing|encryption)_key)(?:["']?\s{0,24}(?:=>|:=|[:=])\s{0,24}|["']\s{0,2},\s{0,2})["'](?:[A-Za-z0-9+/_.~-]{8,15}|[A-Za-z0-9+/_.~-]{0,3}[!#$%&*,:;?@^|]${VALUE}{4,36}|[A-Za-z0-9+/_.~-]{4,30}[!#$%&*,:;?@^|]${VALUE}{0,30}|[!#-&(-~]{40,64})["']`,
    head: /^.*?(?:=>|:=|[:=]|["']\s*,)\s*["']/s,
    check: 'signedSecret',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: [
      'client_secret: "{A9}7!q"',
      'secret = "#Qz3{A7}"',
      "JWT_SECRET = 'Qz3{A7}'",
      '"secret": "Qz3{A16}#{A3}7"',
      "SECRET_KEY = 'w7*2#{L8}!(fg$6y{L9}@u2)o&*{L8}!%6x_{L4}'",
      "os.environ.get('SECRET_KEY', 'w7*2#{L8}!(fg$6y{L9}@u2)o&*{L8}!%6x_{L4}')",
    ],
    passes: [
      'secret: "mysecret"',
      'SECRET = "https://corp.example/A1b!c"',
      'secret: "settings-v2"',
      'client_secret: {A9}7!q',
      'secret: "{env.Secret1!}"',
    ],
  },
];
