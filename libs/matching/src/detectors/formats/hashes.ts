import { type Detector, raw } from '../detector.ts';

/** Hashes of passwords. Those of Windows and of lists of accounts stand with the programs that make them (password-programs.ts). */
export const HASHES: readonly Detector[] = [
  {
    id: 'stored_hash',
    severity: 'medium',
    marks: ['pbkdf2_sha', 'pbkdf2:sha', 'scram-sha-', '$krb5', '0x0200', 'by password', '$8$', '$9$', '$p$', '$h$'],
    // Of Django, Werkzeug, PHP, PostgreSQL, MySQL, SQL Server and Cisco, and tickets of Kerberos.
    expression: [
      raw`\bpbkdf2_sha(?:1|256|512)\$[0-9]{1,8}\$[A-Za-z0-9]{8,}\$[A-Za-z0-9+/]{27,}={0,2}`,
      raw`\bpbkdf2:sha(?:1|256|512):[0-9]{1,8}\$[A-Za-z0-9]{4,}\$[0-9a-f]{40,}\b`,
      raw`\bSCRAM-SHA-(?:1|256|512)\$[0-9]{1,8}:[A-Za-z0-9+/]{8,}={0,2}\$[A-Za-z0-9+/]{27,}={0,2}:[A-Za-z0-9+/]{27,}={0,2}`,
      raw`\$krb5(?:tgs|asrep|pa)\$(?:17|18|23)\$[!-~]{8,}\$[0-9a-f]{40,}`,
      raw`\b0x0200[0-9A-Fa-f]{40,}\b`,
      raw`\$(?:[89]\$[./A-Za-z0-9]{14}\$[./A-Za-z0-9]{43}|[PH]\$[./A-Za-z0-9]{31}\b)`,
      raw`(?i:by\x20password\x20)["']\*[0-9A-F]{40}["']`,
    ].join('|'),
    samples: [
      'pbkdf2_sha256$260000${A22}${B43}=',
      'pbkdf2:sha256:150000${A8}${H64}',
      'SCRAM-SHA-256$4096:{B22}==${B43}=:{B43}=',
      '$krb5tgs$23$*svc$CORP.LOCAL$http/web*${H32}${H120}',
      '0x0200{H136}',
      'enable secret 9 $9${A14}${A43}',
      '$P$B{A30}',
      "IDENTIFIED BY PASSWORD '*{D8}ABCDEF{D20}ABCDEF'",
    ],
    passes: ['pbkdf2_sha256$rounds', '$P${A12}', '$9$', '0x0200{H8}', 'SCRAM-SHA-256', '$krb5tgs$23$'],
  },
  {
    id: 'password_hash',
    severity: 'medium',
    marks: ['$2a$', '$2b$', '$2y$', '$1$', '$5$', '$6$', '$y$', '$apr1$', '$argon2', '{sha', '{ssha'],
    expression: raw`\{S{0,1}SHA(?:256|512)?\}[A-Za-z0-9+/]{27,120}={0,2}|\$(?:2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}|[156]\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,}|y\$[./A-Za-z0-9]{1,20}\$[./A-Za-z0-9]+\$[./A-Za-z0-9]{43}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|argon2(?:id|i|d)\$v=[0-9]{1,3}\$m=[0-9]{1,9},t=[0-9]{1,4},p=[0-9]{1,4}\$[A-Za-z0-9+/]{8,}\$[A-Za-z0-9+/]{16,})`,
    samples: [
      '$2b$12${A53}',
      '$6${A16}${A86}',
      '$apr1${A8}${A22}',
      '$argon2id$v=19$m=65536,t=3,p=4${A22}${A43}',
      '{SHA}{B27}=',
      '{SSHA}{B32}',
    ],
    passes: ['$2b$12${A52}', '$1', '$argon2id'],
  },
];
