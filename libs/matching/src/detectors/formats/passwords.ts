import { type Detector, raw } from '../detector.ts';

/**
 * One sign of a password, without those of quotes, templates and calls. ASCII alone: a class of all letters costs several places for
 * each character of its length, and the search could not narrow texts down. For the same reason only the beginning of a long value is
 * matched; a bracket behind it says that it is a call (checks/passwords.ts).
 */
export const VALUE = raw`[!#$%&*+,./0-9:;=?@A-Z\[\]\\^_a-z|~-]`;
/** The same in an address, where @ and / end it. */
const IN_ADDRESS = raw`[!#$%&*+,.0-9:;=?A-Z\[\]\\^_a-z|~-]`;
/** Behind an @ that the password holds itself. */
const BEHIND_AT = '(?:@[A-Za-z0-9!#$%^*_~-]{1,24})?';
/** In the brackets of a class. */
const CYRILLIC = 'А-Яа-яЁё';
const USER = '[A-Za-z0-9._~%+-]';
/** Also as JSON has it within a string. */
export const QUOTE = raw`(?:\\{0,3}["'\x60])`;
/** What a program compares with a text, or takes where a variable is not set (`password == "…"`, `process.env.DB_PASSWORD || "…"`). */
export const COMPARES = raw`(?:\s{0,4}[:=]\s{0,4}[A-Za-z0-9_.$()\[\]]{3,40})?["']?\)?\s{0,2}(?:[!=]={1,2}|\|\||\?\?)\s{0,4}${QUOTE}`;
/** What stands between a name and its value: a sign (two colons in LDIF, before base64), a comma between quotes, an attribute, or the end of a tag. */
const ASSIGNS = raw`(?:${COMPARES}|${QUOTE}?\s{0,24}(?:=>|:=|::\x20|[:=])\s{0,24}${QUOTE}?|["']\s{0,2},\s{0,2}["']|["']\s{1,4}value=["']|>)`;

/** With the sign behind them: the word for a password stands in many texts, and long values cost much. */
const NAMES_WITH_SIGNS = ['password', 'passwd', 'passphrase', 'pwd', 'пароль'].flatMap((name) =>
  ['', '"', "'", ' ', '" ', "' "].flatMap((between) => [':', '='].map((sign) => name + between + sign)),
);

/** Passwords in addresses and settings. A vendor's token in such a place is reported as the token. */
export const PASSWORDS: readonly Detector[] = [
  {
    id: 'database_address',
    severity: 'critical',
    marks: ['postgres', 'mysql', 'mariadb', 'mongodb', 'redis', 'amqp', 'mssql', 'sqlserver', 'clickhouse', 'cassandra'],
    expression: raw`\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|cassandra)(?:\+[a-z0-9]{2,12})?://${USER}{0,40}:${IN_ADDRESS}{1,100}${BEHIND_AT}@[A-Za-z0-9._-]{1,64}`,
    check: 'address',
    checkRequired: true,
    mask: 'address',
    samples: [
      'postgres://app:{A14}@db.corp.example/app',
      'mongodb+srv://app:{A14}@cluster.corp.example',
      'redis://:{A14}@cache:6379',
      'mongodb://app:{A5}@{A6}7@db',
      'mysql://root:P@{A6}7@db/shop',
    ],
    passes: ['postgres://localhost/app', 'postgres://user:password@localhost/app', 'mysql://$USER:$PASS@host'],
  },
  {
    id: 'address_password',
    severity: 'high',
    marks: ['://'],
    // Without the scheme, which could begin at every letter.
    expression: raw`://${USER}{1,40}:${IN_ADDRESS}{1,100}${BEHIND_AT}@[A-Za-z0-9._-]{1,64}`,
    check: 'address',
    checkRequired: true,
    generic: true,
    mask: 'address',
    samples: ['https://deploy:{A14}@git.corp.example/app.git', 'ftp://backup:{A9}@10.0.0.7', 'https://deploy:{A5}${A5}@git.corp.example'],
    passes: ['https://corp.example/a', 'https://user:password@host', 'https://host:8080/a@b'],
  },
  {
    id: 'connection_string_password',
    severity: 'critical',
    near: ['server=', 'source=', 'catalog=', 'host=', 'srvr=', 'user id=', 'uid=', 'usr='],
    expression: raw`(?i)\b(?:password|pwd)\s{0,2}=\s{0,2}["']?[!#$%&*+,./0-9:=?@A-Z\[\]\\^_a-z|~-]{4,64}["']?`,
    check: 'assignment',
    checkRequired: true,
    mask: 'assignment',
    samples: ['Server=db;Database=app;User Id=sa;Password={A12}1;', 'Srvr="1c";Ref="zup";Usr="robot";Pwd="{A10}7"'],
    passes: ['Server=db;Integrated Security=true', 'Server=db;User Id=sa;Password=secret;', 'Password={A12}1;'],
  },
  {
    id: 'password_setting',
    severity: 'high',
    marks: ['password', 'passwd', 'passphrase', 'pwd', 'пароль', '_pass'],
    expression: raw`(?:(?i:password|passwd|passphrase|pwd|(?:admin|api|app|auth|become|bind|broker|db|database|default|domain|elastic|ftp|imap|jenkins|kafka|ldap|login|mail|mongo|mq|mssql|mysql|nexus|oracle|pg|postgres|proxy|rabbitmq|redis|root|server|service|smtp|sql|ssh|sudo|user|vault|vpn|wifi)_pass)|[Пп]ароль|ПАРОЛЬ)${ASSIGNS}${VALUE}{6,40}(?:${QUOTE}|\(|</)?`,
    check: 'assignment',
    checkRequired: true,
    generic: true,
    mask: 'assignment',
    samples: [
      'password = "{A12}"',
      // In a column, as Terraform and Go align them.
      'password             = "{A12}"',
      'DB_PASSWORD={A11}9',
      "'passwd' => '{A10}'",
      'пароль: {A9}8',
      'spring.datasource.password: {A11}5',
      "define('DB_PASSWORD', '{A11}9');",
      'setProperty("db.password", "{A11}3")',
      '<password>{A11}4</password>',
      '<add key="DbPassword" value="{A11}6"/>',
      raw`{\"password\":\"{A11}2\"}`,
      "password: '{A4}${A5}1'",
      'SMTP_PASS={A11}8',
      'https://corp.example/?password={A11}8&next=abcdefghijklmnop',
      'RABBITMQ_DEFAULT_PASS: {A11}8',
      'ansible_become_pass: "{A11}8"',
      'userPassword:: {b64:n3wK-9tq7-ldap}',
      'if user == "admin" and password == "{A11}9":',
      "const password = process.env.DB_PASSWORD || '{A11}9'",
      "{ password: config.get('password') ?? '{A11}9' }",
      'password: env("DB_PASSWORD") ?? "{A11}9"',
    ],
    passes: [
      'password: string',
      'password = utf8PercentEncode(password)',
      'password = getPassword()',
      'password = process.env.DB_PASSWORD',
      'password: required',
      'PASSWORD="$PASS"',
      'password: "Please confirm"',
      '"password": "Contraseña"',
      "$hidden = ['password', 'remember_token'];",
      '<label for="password">Password*</label>',
      '<password>${env.PASSWORD}</password>',
      'if (password>minimum1) return;',
      'mongodb+srv://<user>:<password>@cluster0.mongocluster.corp.example/app1?retryWrites=true',
      'DB_PASSWORD=\nDB_PORT=5432\n',
      'DB_PASSWORD=\r\nREDIS_URL=redis://localhost:6379/1',
      'password: !vault |',
      'password: ENC[AES256_GCM,data:{A8}]',
      'password: [REDACTED-1]',
      'password = inputs1[0]',
      'SMTP_PASS=$PASS',
      'password: Y2hhbmdlbWU=',
      'password: cGFzc3dvcmQ=',
      'RENDER_PASS={A11}8',
      'userPassword:: e1NTSEF9Wm05dlltRnlNVEl6TkRVMk56ZzVNREV5TXpRMU5qYzRPVEE=',
      'Password::Validate1',
      'if (password == confirm2) return',
      'if (password === "") throw new Error(text1)',
      "password != 'undefined'",
      'const hasPassword = password || password2',
    ],
  },
  {
    id: 'password_text',
    severity: 'high',
    marks: NAMES_WITH_SIGNS,
    // With signs and letters that the expression of settings leaves out, in quotes; without them where it begins in Cyrillic.
    expression: raw`(?:(?i:password|passwd|passphrase|pwd)|[Пп]ароль|ПАРОЛЬ)["']?\x20?(?:=>|:=|[:=])\s{0,2}(?:"[!#-~${CYRILLIC}]{6,32}"|'[!-&(-~${CYRILLIC}]{6,32}'|[${CYRILLIC}][${CYRILLIC}!#$%&*+./0-9:=?@A-Z^_a-z~-]{5,32})`,
    head: /^.*?["']?\s*(?:=>|:=|[:=])\s*["']?/,
    check: 'unusualPassword',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: [
      'password: "Zi&{A5}<20>"',
      `password = 'it"s-{A5}9'`,
      '"password": "Qw(7){A6}"',
      'пароль: Зима{A5}7!',
      'DB_PASSWORD="Зима_{A5}7"',
    ],
    passes: [
      '"password": "Пароль2"',
      '"password": "Слишком_простой1"',
      '"password": "Пароль*"',
      'password: "<b>Password1</b>"',
      'password: "{{vault_password1}}"',
      `password: "\${pass(1)}"`,
      '"password": "getPass(1)"',
      'password: Строка1',
      'password: "<password1>"',
    ],
  },
  {
    id: 'login_password',
    severity: 'high',
    near: ['user', 'login', 'логин'],
    expression: raw`\b(?i:pass)${ASSIGNS}${VALUE}{6,40}(?:${QUOTE}|\(|</)?`,
    check: 'assignment',
    checkRequired: true,
    generic: true,
    mask: 'assignment',
    samples: ["auth: { user: 'robot@corp.example', pass: '{A11}9' }", '<user>robot</user><pass>{A11}9</pass>', 'login=robot&pass={A11}9'],
    passes: ["pass: '{A11}9'", "user: 'a', pass: 'Please try again'", 'user.pass = getPass(1)', 'users bypass: {A11}9'],
  },
];
