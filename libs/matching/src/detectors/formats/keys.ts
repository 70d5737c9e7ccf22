import { B, contexts, type Detector, H, L, raw, V, vendors } from '../detector.ts';

/** Between two lines of a key, which may stand in a text of JSON. */
const GAP = raw`(?:\s|\\[rn]){1,8}`;

/** The headings of private keys in base64, without what the next bytes change. Those that need a password are left to their own detector. */
const ENCODED_HEADS = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'PGP '].map((kind) => {
  const heading = Buffer.from(`-----BEGIN ${kind}PRIVATE KEY-`);
  return heading.subarray(0, heading.length - (heading.length % 3)).toString('base64');
});

/** Private keys, and tokens of standards. */
export const KEYS: readonly Detector[] = [
  ...vendors([
    [
      'age_key',
      'critical',
      'AGE-SECRET-KEY-1',
      raw`\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b`,
      'AGE-SECRET-KEY-1{Z52}{=age}',
      'AGE-SECRET-KEY-1{Z57} AGE-SECRET-KEY-',
      { check: 'age' },
    ],
    [
      'jwt',
      'medium',
      'eyJ',
      raw`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`,
      '{json:"alg":"HS256","typ":"JWT"}.{json:"sub":"1234","name":"corp"}.{V43}',
      '{json:"alg":"HS256"}.{V20} eyJ.eyJ.eyJ',
      { check: 'jwt', generic: true },
    ],
    [
      'kubernetes_service_token',
      'critical',
      'eyJ',
      raw`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`,
      '{json:"alg":"RS256"}.{json:"iss":"kubernetes/serviceaccount","sub":"system:serviceaccount:ci:deploy"}.{V86}',
      '{json:"alg":"RS256"}.{json:"iss":"corp","sub":"ivan"}.{V86} eyJ.eyJ.eyJ',
      { check: 'kubernetes', checkRequired: true },
    ],
    [
      'supabase_service_role',
      'critical',
      'eyJ',
      raw`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`,
      '{json:"alg":"HS256"}.{json:"iss":"supabase","ref":"corp","role":"service_role"}.{V43}',
      // The role of browsers is public.
      '{json:"alg":"HS256"}.{json:"iss":"supabase","ref":"corp","role":"anon"}.{V43} {json:"alg":"HS256"}.{json:"iss":"supabase-demo","role":"service_role"}.{V43}',
      { check: 'supabase', checkRequired: true },
    ],
    [
      'laravel_app_key',
      'critical',
      'APP_KEY',
      raw`\bAPP_KEY\s{0,2}[=:]\s{0,2}["']?base64:${B}{43}=`,
      'APP_KEY=base64:{B43}= APP_KEY="base64:{B43}="',
      'APP_KEY=base64:{B42} APP_KEY=base64:',
      { mask: 'assignment' },
    ],
    ['openshift_token', 'high', 'sha256~', raw`\bsha256~${V}{43}`, 'sha256~{V43}', 'sha256~{V42} sha256:{H64}'],
  ]),
  {
    id: 'private_key',
    severity: 'critical',
    marks: ['PRIVATE KEY'],
    expression: raw`-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|PGP|ANY|SSH2) )?PRIVATE KEY(?: BLOCK)?-----`,
    entropy: 0,
    mask: 'none',
    samples: ['-----BEGIN PRIVATE KEY-----', '-----BEGIN RSA PRIVATE KEY-----', '-----BEGIN PGP PRIVATE KEY BLOCK-----'],
    passes: ['BEGIN PRIVATE KEY', '-----BEGIN PUBLIC KEY-----', '-----BEGIN ENCRYPTED PRIVATE KEY-----'],
  },
  {
    // As secrets of Kubernetes and variables hold it.
    id: 'encoded_private_key',
    severity: 'critical',
    marks: ENCODED_HEADS,
    expression: raw`\b(?:${ENCODED_HEADS.join('|')})[A-Za-z0-9+/]{40,}={0,2}`,
    entropy: 0,
    mask: 'whole',
    samples: [
      'tls.key: {b64:-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7}',
      'KEY={b64:-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAxq3s0Z8tVf0q5e1n2m3k4j5h6g7f8d9s}',
      '{b64:-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB}',
    ],
    passes: ['{b64:-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1L}', '{b64:-----BEGIN PRIVATE KEY-----}'],
  },
  {
    id: 'encrypted_private_key',
    severity: 'medium',
    marks: ['ENCRYPTED PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED', 'b3BlbnNzaC1rZXktdjEAAAAA'],
    // ssh.com writes four dashes and a space. Keys of OpenSSL and OpenSSH say it behind the heading that keys without a password have too;
    // OpenSSH in base64: the cipher follows its mark with the length of its name, which is B for `none`.
    expression: [
      raw`-{4,5} ?BEGIN (?:SSH2 )?ENCRYPTED PRIVATE KEY ?-{4,5}`,
      raw`-----BEGIN (?:(?:RSA|EC|DSA) )?PRIVATE KEY-----${GAP}Proc-Type: 4,ENCRYPTED`,
      raw`-----BEGIN OPENSSH PRIVATE KEY-----${GAP}b3BlbnNzaC1rZXktdjEAAAAA[C-Z]`,
    ].join('|'),
    entropy: 0,
    mask: 'none',
    samples: [
      '-----BEGIN ENCRYPTED PRIVATE KEY-----',
      '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED',
      '-----BEGIN EC PRIVATE KEY-----\\r\\nProc-Type: 4,ENCRYPTED',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAAC',
    ],
    passes: [
      'ENCRYPTED PRIVATE KEY',
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,MIC-ONLY',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAAB',
    ],
  },
  {
    // As .NET writes it.
    id: 'xml_private_key',
    severity: 'critical',
    marks: ['<InverseQ>'],
    expression: raw`<P>${B}+={0,2}</P>\s{0,20}<Q>${B}+={0,2}</Q>\s{0,20}<DP>${B}+={0,2}</DP>\s{0,20}<DQ>${B}+={0,2}</DQ>\s{0,20}<InverseQ>${B}+={0,2}</InverseQ>\s{0,20}<D>${B}+={0,2}</D>`,
    mask: 'whole',
    samples: [
      '<RSAKeyValue><Exponent>AQAB</Exponent><P>{B86}==</P><Q>{B86}==</Q><DP>{B86}==</DP><DQ>{B86}==</DQ><InverseQ>{B86}==</InverseQ><D>{B86}==</D></RSAKeyValue>',
      '<P>{B86}==</P>\n  <Q>{B86}==</Q>\n  <DP>{B86}==</DP>\n  <DQ>{B86}==</DQ>\n  <InverseQ>{B86}==</InverseQ>\n  <D>{B86}==</D>',
    ],
    passes: ['<RSAKeyValue><Modulus>{B171}=</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>', '<InverseQ>{B86}==</InverseQ>'],
  },
  {
    id: 'putty_key',
    severity: 'critical',
    marks: ['PuTTY-User-Key-File-'],
    expression: raw`PuTTY-User-Key-File-[23]: [a-z0-9@.-]{4,40}`,
    entropy: 0,
    mask: 'none',
    samples: ['PuTTY-User-Key-File-3: ssh-ed25519', 'PuTTY-User-Key-File-2: ssh-rsa'],
    passes: ['PuTTY-User-Key-File-', 'PuTTY-User-Key-File-1: ssh-rsa'],
  },
  {
    id: 'docker_config_auth',
    severity: 'critical',
    // The file may stand within a string.
    marks: ['"auth"', raw`"auth\"`],
    expression: raw`"auth\\?"\s{0,4}:\s{0,4}\\?"[A-Za-z0-9+/]{8,}={0,2}\\?"`,
    check: 'dockerAuth',
    checkRequired: true,
    mask: 'assignment',
    samples: ['"auth": "{b64:deploy:n3wK-9tq7}"', '"auth":"{b64:ci:4Gf-1mq-77}"', raw`{\"auth\":\"{b64:ci:4Gf-1mq-77}\"}`],
    passes: ['"auth": "enabled12"', '"auth": "none"'],
  },
  ...contexts([
    [
      'kubernetes_bootstrap_token',
      'high',
      'kubeadm bootstrap',
      raw`\b${L}{6}\.${L}{16}\b`,
      'kubeadm join --token {L6}.{L16}\nbootstrap-token: {L6}.{L16}',
      '{L6}.{L16}\nkubeadm {L6}.{L15}',
    ],
    [
      'wireguard_key',
      'critical',
      'privatekey presharedkey',
      raw`\b${B}{43}=`,
      'PrivateKey = {B43}=\nPresharedKey = {B43}=',
      '{B43}=\nPublicKey = {B43}=',
      { entropy: 3.5 },
    ],
    [
      'ssh_host_password',
      'critical',
      'sshpass',
      raw`-p ?["']?[^\s"'$]{4,64}`,
      'sshpass -p {A12} ssh root@host\nsshpass -p "{A12}" scp',
      'ssh -p 2222 host\nsshpass -e ssh host\nsshpass -p password ssh\nsshpass -p <password> ssh',
      { head: /^-p ?["']?/, check: 'argument', checkRequired: true, mask: 'behind' },
    ],
    [
      'encryption_key_hex',
      'medium',
      'encryption_key encryptionkey aes_key master_key',
      raw`\b${H}{32}(?:${H}{32})?\b`,
      'ENCRYPTION_KEY={H64}\nmaster_key: {H32}',
      '{H64}\nencryption_key {H31}',
      { generic: true },
    ],
  ]),
];
