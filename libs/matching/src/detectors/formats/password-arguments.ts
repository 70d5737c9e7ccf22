import { type Detector, raw } from '../detector.ts';
import { VALUE } from './passwords.ts';

/** Passwords of which the word `password` is an argument, a method or a line of its own, and those of environment files, which need no digit. */
export const PASSWORD_ARGUMENTS: readonly Detector[] = [
  {
    id: 'parameter_password',
    severity: 'high',
    marks: ['-password ', '-password=', '-passwd ', '-passwd='],
    // Of any program, and of commands of PowerShell.
    expression: raw`\s--?(?i:password|passwd)[=\x20]{1,2}["']?${VALUE}{5,40}["']?`,
    head: /^\s--?passw(?:or)?d[= ]+["']?/i,
    check: 'mixedArgument',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: [
      'Connect-VIServer -Server 10.0.0.5 -User robot -Password {A11}9',
      'tool --user robot --password={A11}9!',
      'tool --passwd "{A11}9"',
    ],
    passes: [
      'tool --password $PASS1',
      'tool --password <password1>',
      'tool --password PASSWORD',
      'tool --password-file /run/a1',
      'tool --password= --user ivan1',
    ],
  },
  {
    id: 'environment_password',
    severity: 'high',
    marks: ['password=', 'passwd=', '_pwd=', '_pass='],
    // A variable of an environment file or a shell holds a text, never a name of a program: letters alone count, to the end of the line or of a bracket.
    expression: raw`\b[A-Z0-9_]{0,32}(?:PASSWORD|PASSWD|_PWD|_PASS)=["']?[A-Za-z][A-Za-z_-]{5,40}["']?(?:\r?\n|\)|$)`,
    head: /^[^=]*=["']?/,
    tail: /["']?[\s)]*$/,
    check: 'environmentPassword',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: ['DB_PASSWORD=zima{K6}', 'export REDIS_PASSWORD="leto_{K6}"', 'A=1\nSMTP_PASS=vesna-{K6}\nB=2'],
    passes: [
      'DB_PASSWORD=password',
      'DB_PASSWORD=mysecretpassword',
      'PASSWORD=your_password',
      'DB_PASSWORD=zimaletovesna in Moscow',
      'password=zimaletovesna',
      'ALLOW_EMPTY_PASSWORD=enabled',
      'DB_PASSWORD=change_me',
    ],
  },
  {
    id: 'gradle_password',
    severity: 'high',
    marks: ["password '", 'password "'],
    expression: raw`\busername\x20{1,4}=?\x20?["'][ !#-&(-~]{1,60}["']\s{1,40}password\x20{1,4}["']${VALUE}{4,64}["']`,
    head: /^username\s.*?\spassword\s+["']/s,
    check: 'mixedArgument',
    checkRequired: true,
    mask: 'behind',
    samples: ["credentials {\n    username 'deploy'\n    password '{A11}9'\n}", 'username "robot" password "{A11}9!"'],
    passes: ["username 'user'\npassword 'password'", 'username "a"\npassword "$pass1"', "password '{A11}9'"],
  },
  {
    id: 'method_password',
    severity: 'high',
    marks: ['setpassword(', 'withpassword(', '.password('],
    expression: raw`(?:\b(?:set|with)Password|\.password)\(\x20?["']${VALUE}{4,40}["']`,
    head: /^\.?\w+\( ?["']/,
    check: 'mixedArgument',
    checkRequired: true,
    generic: true,
    mask: 'behind',
    samples: ['factory.setPassword("{A11}9");', '.username("robot").password("{A11}9")', "new Client().withPassword('{A11}9!')"],
    passes: ['user.setPassword("password")', "form.password('')", 'user.setPassword(password1)', 'setPassword("Please enter")'],
  },
];
