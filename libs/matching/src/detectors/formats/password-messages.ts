import { type Detector, raw } from '../detector.ts';
import { VALUE } from './passwords.ts';

/** The last sign of a password in a sentence, which ends with another one itself. */
const LAST = '[!#$%&*+0-9=?@A-Z^_a-z~-]';

/** What stands behind the Russian word where a password follows; in other texts the word is frequent, and would cost much. */
const STATED = ['пароль', 'пароля', 'пасс'].flatMap((name) =>
  [
    ...[...'abcdefghijklmnopqrstuvwxyz0123456789!#$%&*+,./:;=?@[]^_|~-–—«"\'`\\'].map((sign) => ` ${sign}`),
    ...[' от ', ' для ', ' на ', ' к ', ' по ', ' такой', ' теперь', ':', '=', '-', '–', '—', '|', '\n', '\r', '</t'],
  ].map((behind) => name + behind),
);

/** Passwords in sentences and messages, in Russian and English. */
export const PASSWORD_MESSAGES: readonly Detector[] = [
  {
    id: 'stated_password',
    severity: 'high',
    marks: STATED,
    // In messages, without a sign of assignment or with a dash. Words between are few, and the check takes no word of a sentence.
    expression: raw`(?:[Пп]арол[ья]|ПАРОЛЬ|[Пп]асс)(?:\x20(?:от|для|на|к|по|такой|теперь)(?:\x20[а-яё]{2,10})?)?(?:\x20{0,2}(?::|=|-|–|—|\|)\x20{0,2}|\r?\n|\x20|</t[dh]>\s{0,12}<td>)["'\x60«]?${VALUE}{5,31}${LAST}["'\x60»]?`,
    head: /^[а-яё]+(?: [а-яё]+)*(?: *[:=–—|-] *|\s+|<\/t[dh]>\s*<td>)["'`«]?/i,
    check: 'spoken',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: [
      'пароль Qw7{A8}!x',
      'логин admin, пасс Zi9{A7}!',
      'пароль от базы: Kc4{A8}x',
      'новый пароль — Kc4{A8}x',
      '<tr><td>Пароль</td><td>Kc4{A8}x</td></tr>',
      'пароль\nKc4{A8}x',
    ],
    passes: [
      'Пароль изменён 12.05.2024',
      'Пароль v2.0 введён',
      'Пароль user1 изменён',
      'пароль — https://corp.example/reset1',
      'пароль отправлен на ivanov1@corp.example',
      'пароль $PASS1',
    ],
  },
  {
    id: 'stated_password_en',
    severity: 'high',
    marks: ['password is', 'password for ', 'password - ', 'password – ', 'password — ', 'password |', 'password|', 'password</t'],
    expression: raw`(?i:password)(?:(?:\x20for\x20[a-z0-9_.-]{1,24})?\x20(?:is\x20?:?\x20?|[-–—]\x20)|\x20?\|\x20?|</t[dh]>\s{0,12}<td>)["'\x60]?${VALUE}{5,31}${LAST}["'\x60]?`,
    head: /^password(?:(?: for \S+)? (?:is ?:? ?|[–—-] )| ?\| ?|<\/t[dh]>\s*<td>)["'`]?/i,
    check: 'spoken',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: [
      'password is Kc4{A8}x',
      'The password for root is: Kc4{A8}x',
      'password - Kc4{A8}x',
      '| Password | Kc4{A8}x |',
      '<th>Password</th><td>Kc4{A8}x</td>',
    ],
    passes: [
      'password is base64-encoded',
      'password is MD5-hashed',
      'password is OAuth2Token',
      'password is validated by getUser2',
      'The password is required',
      '| password | string1 | `getUser2` |',
      '<td>Password</td><td>string</td>',
    ],
  },
  {
    id: 'login_pair',
    severity: 'high',
    marks: [
      '/pass',
      '/ pass',
      '/пар',
      '/ пар',
      '/пас',
      'креды',
      'creds:',
      'creds ',
      'credentials:',
      'доступ:',
      'доступы:',
      'доступ —',
      'доступы —',
    ],
    expression: raw`(?:(?i:(?:login|user(?:name)?)\x20?/\x20?pass(?:word)?)|[Лл]ог(?:ин)?\x20?/\x20?пар(?:оль)?|[Лл]ог(?:ин)?\x20?/\x20?пасс?|[Кк]реды|(?i:creds|credentials)|[Дд]оступы?)\x20?[:—-]\s{0,2}[A-Za-z0-9_.@-]{1,32}\x20?[/:]\x20?${VALUE}{5,31}${LAST}`,
    head: /^(?:[^\s/]+ ?\/ ?)?[^\s/:=–—-]+ *[:=–—-]\s*[\w.@-]+ ?[/:] ?/,
    check: 'spoken',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: ['логин/пароль: robot / Zi9{A7}!', 'login/password: robot/Zi9{A7}!', 'креды: admin / Zi9{A7}!', 'доступ: root:Zi9{A7}!'],
    passes: [
      'login/password: admin / admin',
      'логин/пароль: login / password1',
      'credentials: user/pass1',
      'credentials: include/omit2same',
      'username/password combination is wrong1',
    ],
  },
];
