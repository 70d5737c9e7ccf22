import { type Detector, raw } from '../detector.ts';
import { passwordsInLines } from '../columns/listed-passwords.ts';
import { passwordsInColumns } from '../columns/password-columns.ts';
import { VALUE } from './passwords.ts';

/** Many passwords at once: a column of a table, and lists of accounts. A function finds them (docs/decisions/0174). */
export const PASSWORD_LISTS: readonly Detector[] = [
  {
    id: 'column_password',
    severity: 'high',
    marks: ['pass', 'pwd', 'пароль', 'пароли'],
    expression: raw`(?i)\b(?:pass(?:word|wd|phrase)?|pwd|парол[ьи])["'\x60\])]?\s{0,20}[,;|\t)\r\n]`,
    find: passwordsInColumns,
    check: 'argument',
    checkRequired: true,
    generic: true,
    mask: 'whole',
    samples: [
      'login;password\nivan;{A11}9\nann;{A10}7!',
      '"name","url","username","password"\n"a","https://corp.example","bob","{A9}-7,x"\n',
      '| Login | Password |\n|---|---|\n| root | `{A11}9` |',
      ' id | login | password\n----+-------+----------\n  1 | root  | {A11}9\n(1 row)',
      'login     password        role\nivan      {A11}9    admin',
      'Логин\tПароль от почты\nivan\tЗима-{A6}7',
      "INSERT INTO `users` (`id`, `login`, `password`) VALUES (1, 'a', '{A11}9'), (2, 'b', N'{A11}7');",
      'COPY public.users (id, login, password) FROM stdin;\n1\tivan\t{A11}9\n2\tann\t{A11}7\n\\.\n',
    ],
    passes: [
      'id,login,password_hash\n1,a,{H32}',
      'id;login;password\n1;a;{H32}',
      '| Option | Password | SSO |\n|---|---|---|\n| Basic | Yes | v1.2+ |\n| Team | optional | yes |',
      'return login, password\nself.assertEqual(a, b[1])',
      'login;password\n;\n',
      '#define LN_challengePassword    "challengePassword"\n#define SN_unstructuredAddress1    "unstructuredAddress-2"\n',
      '#define OID_password    OBJ_pkcs9\n#define OID_address    OBJ_pkcs9,8L\n',
      'login,password',
    ],
  },
  {
    id: 'listed_password',
    severity: 'high',
    marks: ['@', '://'],
    expression: raw`[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}\s?[:;|]\s?${VALUE}{4,64}`,
    find: passwordsInLines,
    check: 'argument',
    checkRequired: true,
    generic: true,
    mask: 'whole',
    samples: [
      'ivan@corp.example:{A9}!q7',
      'ivan@corp.example;{A10}!7a',
      'ivan@corp.example | {A10}!7a | Moscow',
      'https://mail.corp.example/login:ivan:{A10}!7a',
      'https://mail.corp.example:8443/owa|ivan@corp.example|{A10}!7a',
      'ivan@corp.example:{A8}1\nann@corp.example:summer\npetr@corp.example:{A9}3',
    ],
    passes: [
      'git@github.com:Corp/App2.git',
      'deploy@corp.example:/var/www/Site1!',
      'user@host.corp.example:2222',
      'ivan@corp.example;ann@corp.example',
      'Ivan <ivan@corp.example>: mended Bug2!',
      'ivan@corp.example: see you at 10:30, Room2!',
      'https://corp.example/a: note: see Room2!',
    ],
  },
];
