import { expect, test } from '@jest/globals';
import { detect, detectorTable } from '../detectors/detect.ts';
import { DETECTORS } from '../detectors/detectors.ts';
import { fillTemplate, fillTemplates } from '../detectors/samples.fixture.ts';
import { SECRET_MIN, SECRETS_MAX, secretsOf } from './secrets.ts';

const secretsIn = (text: string) => secretsOf(text, detect(text));
const PASSWORD = fillTemplate('{A12}7', 5);

test('a password is the same in an address, a setting, a command and a connection string', () => {
  for (const text of [
    `postgres://app:${PASSWORD}@db.corp.example/app`,
    `curl https://deploy:${PASSWORD}@git.corp.example/app.git`,
    `DB_PASSWORD=${PASSWORD}\n`,
    `  password: "${PASSWORD}",`,
    `'passwd' => '${PASSWORD}'`,
    `Server=db;Database=app;User Id=sa;Password=${PASSWORD};`,
    `curl -s -u deploy:${PASSWORD} https://corp.example`,
    `wget --user=a --password=${PASSWORD} https://corp.example`,
    `sshpass -p "${PASSWORD}" ssh root@host`,
    `- name: DB_PASSWORD\n  value: ${PASSWORD}`,
    `{"name": "DB_PASSWORD", "value": "${PASSWORD}"}`,
    `kind: Secret\ndata:\n  password: ${Buffer.from(PASSWORD).toString('base64')}`,
    `dn: cn=app\nuserPassword:: ${Buffer.from(PASSWORD).toString('base64')}`,
    `dn: cn=app\nunicodePwd:: ${Buffer.from(`"${PASSWORD}"`, 'utf16le').toString('base64')}`,
    `CREATE USER 'app'@'%' IDENTIFIED BY '${PASSWORD}';`,
    `ALTER ROLE app WITH PASSWORD '${PASSWORD}'`,
    `SET PASSWORD FOR 'root'@'localhost' = PASSWORD('${PASSWORD}');`,
    `mysql -u root -p'${PASSWORD}' shop`,
    `mysql -h db -P 3306 -uroot -p${PASSWORD}`,
    `redis-cli -h cache -a ${PASSWORD} ping`,
    `htpasswd -b .htpasswd robot ${PASSWORD}`,
    `echo 'root:${PASSWORD}' | chpasswd`,
    `db:5432:shop:app:${PASSWORD}`,
    `machine git.corp.example login robot password ${PASSWORD}`,
    `ENV DB_PASSWORD ${PASSWORD}`,
    `requirepass "${PASSWORD}"`,
    `jdbc:oracle:thin:app/${PASSWORD}@db:1521:orcl`,
    `пароль от базы: ${PASSWORD}`,
    `логин robot, пароль «${PASSWORD}»`,
    `the password for root is ${PASSWORD}.`,
    `логин/пароль: robot / ${PASSWORD}`,
    `login;password\nrobot;${PASSWORD}\n`,
    `robot@corp.example:${PASSWORD}`,
    `plink -ssh root@srv -pw ${PASSWORD}`,
    `smbclient //srv/share -U 'robot%${PASSWORD}'`,
    `net use Z: \\\\srv\\share ${PASSWORD} /user:corp\\robot`,
    `net user robot ${PASSWORD} /add`,
    `ConvertTo-SecureString "${PASSWORD}" -AsPlainText -Force`,
    `<Password><Value>${PASSWORD}</Value></Password>`,
    `7z a -p${PASSWORD} a.7z folder`,
    `keytool -genkey -keystore a.jks -storepass ${PASSWORD}`,
    `openssl rsa -in a.key -passin pass:${PASSWORD}`,
    `new mysqli('localhost', 'root', '${PASSWORD}', 'shop')`,
    `server.login("robot@corp.example", "${PASSWORD}")`,
    `username admin privilege 15 secret ${PASSWORD}`,
    `https://corp.example/login?password=${PASSWORD}&next=abcdefghijklmnop`,
    `config['password'] = '${PASSWORD}'`,
    `requests.get(url, auth=('robot', '${PASSWORD}'))`,
    `/ppp secret add name=robot password=${PASSWORD} service=l2tp`,
    `psk="${PASSWORD}"`,
    `Passwort: ${PASSWORD}`,
    `pass: ${PASSWORD}`,
    `10.0.0.5 root ${PASSWORD}`,
    `| Пароль | ${PASSWORD} |`,
  ])
    expect([text, secretsIn(text)]).toEqual([text, [PASSWORD]]);
});

test('a password with signs is the same however its place escapes them', () => {
  const password = fillTemplate('{A6}7@#&<{A3}"/!%{A4}', 6);
  const page = password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const [expected] = secretsIn(`<password>${page}</password>`);
  expect(expected).toBe(password);
  for (const text of [
    `postgres://app:${encodeURIComponent(password)}@db.corp.example/app`,
    `jdbc:postgresql://db/app?user=app&password=${encodeURIComponent(password)}`,
    `mysql://app:${encodeURIComponent(encodeURIComponent(password))}@db.corp.example/app`,
    `<add key="DbPassword" value="${page.replaceAll('&quot;', '&#34;')}"/>`,
    `{"password": ${JSON.stringify(password).replaceAll(/[&<]|\\"/g, (sign) => `\\u00${sign.slice(-1).charCodeAt(0).toString(16)}`)}}`,
  ])
    expect([text, secretsIn(text)]).toEqual([text, [password]]);
  // Base64 of a manifest, without a digit.
  const plain = 'Zima-kqT!vvv';
  expect(secretsIn(`kind: Secret\ndata:\n  password: ${Buffer.from(plain).toString('base64')}`)).toEqual([plain]);
  const mail = fillTemplate('{A5}@{A6}7', 6);
  for (const text of [`mongodb://app:${mail}@db:27017`, `https://app:${mail}@git.corp.example/a@b`, `DB_PASSWORD=${mail}\n`])
    expect([text, secretsIn(text)]).toEqual([text, [mail]]);
  const shell = fillTemplate('{A6}7#${A5}', 6);
  for (const text of [`DB_PASSWORD='${shell}'`, `DB_PASSWORD="${shell.replace('$', String.raw`\$`)}"`])
    expect([text, secretsIn(text)]).toEqual([text, [shell]]);
  const domain = String.raw`corp\${fillTemplate('{A8}7', 6)}`;
  expect(secretsIn(JSON.stringify({ password: domain }))).toEqual(secretsIn(`password = ${domain}`));
  // A file of settings within a string of JSON: the next line is no part of the value.
  expect(secretsIn(JSON.stringify({ file: `DB_PASSWORD=${PASSWORD}\nDB_USER=app` }))).toEqual([PASSWORD]);
});

test('a password that is longer than what detectors match of it is whole, also as the base64 of a manifest', () => {
  const long = fillTemplate('{A50}7!', 8);
  for (const text of [
    `mysql://app:${long}@db.corp.example/app`,
    `DB_PASSWORD=${long}\n`,
    `DB_PASSWORD="${long}" # the base`,
    `{"password": "${long}", "port": 3306}`,
    `<password>${long}</password>`,
    `- name: DB_PASSWORD\n  value: ${long}\n`,
    `ALTER ROLE app WITH PASSWORD '${long}'; SELECT 1`,
    `kind: Secret\ndata:\n  password: ${Buffer.from(long).toString('base64')}\n  user: YXBw`,
    `robot@corp.example:${long}`,
  ])
    expect([text, secretsIn(text)]).toEqual([text, [long]]);
  const page = `<pre>auth: { user: &#39;robot&#39;, pass: &#39;${PASSWORD}&#39; }</pre>`;
  expect(secretsIn(page)).toEqual([PASSWORD]);
  expect(secretsIn(page.replaceAll('&#39;', '&#x27;'))).toEqual([PASSWORD]);
});

test('numbers of cards and people do not depend on how they are grouped', () => {
  const card = fillTemplate('4276{D11}{=card}', 3);
  const grouped = card.replaceAll(/(.{4})/g, '$1 ').trim();
  expect(secretsIn(`card: ${grouped}`)).toEqual([card]);
  expect(secretsIn(`card: ${card}`)).toEqual([card]);
});

test('a private key is the same with other line ends, indented, and in one quoted line', () => {
  const body = fillTemplate('{B64}\n{B64}\n{B64}\n{B20}', 4);
  const key = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
  const expected = [body.replaceAll('\n', '').slice(0, 128)];
  expect(secretsIn(key)).toEqual(expected);
  expect(secretsIn(key.replaceAll('\n', '\r\n    '))).toEqual(expected);
  expect(secretsIn(`KEY="${key.replaceAll('\n', '\\n')}"`)).toEqual(expected);
  expect(
    secretsIn(
      key
        .split('\n')
        .map((line) => `'${line}' +`)
        .join('\n'),
    ),
  ).toEqual(expected);
  const other = fillTemplate('{B64}\n{B64}\n{B64}\n{B20}', 9);
  expect(secretsIn(`-----BEGIN PRIVATE KEY-----\n${other}\n-----END PRIVATE KEY-----`)).not.toEqual(expected);
});

test('a private key with a password is the key behind its heading, whatever says that it has one', () => {
  const body = fillTemplate('{B64}\n{B64}\n{B64}\n{B20}', 4);
  const old = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0F3A\n\n${body}\n-----END RSA PRIVATE KEY-----`;
  expect(secretsIn(old)).toEqual([body.replaceAll('\n', '').slice(0, 128)]);
  const openssh = `b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0${body.slice(0, 18)}\n${body}`;
  const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${openssh}\n-----END OPENSSH PRIVATE KEY-----`;
  expect(secretsIn(key)).toEqual([openssh.replaceAll('\n', '').slice(0, 128)]);
});

test('the heading of a private key alone is none: every key has it', () => {
  expect(secretsIn('-----BEGIN RSA PRIVATE KEY-----')).toEqual([]);
  expect(secretsIn(`-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB`)).toEqual([]);
});

test('headings, public numbers of companies, placeholders and well-known values are none', () => {
  for (const text of [
    'Расчётный листок за март',
    `ОГРН ${fillTemplate('1{D11}{=ogrn}', 2)}`,
    'card: 4111 1111 1111 1111',
    'aws AKIAIOSFODNN7EXAMPLE',
    'postgres://postgres:postgres@db.corp.example/app',
    'DB_PASSWORD=Passw0rd',
  ])
    expect([text, secretsIn(text)]).toEqual([text, []]);
});

test('what staff look for is a secret when it is random, not a word', () => {
  const table = detectorTable([{ id: 'own', severity: 'low', expression: 'DOG-[0-9A-Z]{10}|contract number' }]);
  const text = 'contract number DOG-7QK2M9X4BA';
  expect(secretsOf(text, table.detect(text))).toEqual(['DOG-7QK2M9X4BA']);
});

test('each detector gives values without quotes and spaces around them, of a bounded number', () => {
  for (const { samples } of DETECTORS)
    for (const sample of fillTemplates(samples))
      for (const secret of secretsIn(`x = ${sample}\n`)) {
        expect([sample, secret]).toEqual([sample, secret.trim()]);
        expect(secret.length).toBeGreaterThanOrEqual(SECRET_MIN);
        expect(sample.replaceAll(/[^0-9a-z]/gi, '').toUpperCase()).toContain(
          secret
            .slice(0, 4)
            .replaceAll(/[^0-9a-z]/gi, '')
            .toUpperCase(),
        );
      }
  const many = Array.from({ length: 80 }, (_, at) => fillTemplate('AKIA{T16}', at)).join(' ');
  expect(secretsIn(many)).toHaveLength(SECRETS_MAX);
});
