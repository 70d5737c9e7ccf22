import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A second listener of a broker: TLS with a certificate of its own, and names with passwords. */
export interface BrokerSecurity {
  readonly address: string;
  readonly caFile: string;
  readonly username: string;
  readonly password: string;
  readonly properties: Readonly<Record<string, string>>;
  /** Further arguments of the storage tool: SCRAM credentials live in the cluster's own records. */
  readonly format: readonly string[];
}

const USERNAME = 'leakwatch';
const PASSWORD = 'broker-password';
const STORE_PASSWORD = 'store-password';
const JAAS = 'org.apache.kafka.common.security';

/** Makes key and certificate with the JDK's keytool in `folder`. */
export async function secureListener(folder: string, address: string): Promise<BrokerSecurity> {
  const keytool = promisify(execFile);
  const store = join(folder, 'broker.p12');
  const caFile = join(folder, 'authority.pem');
  const common = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', STORE_PASSWORD, '-alias', 'broker'];
  const subject = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1', '-validity', '2'];
  await keytool('keytool', ['-genkeypair', ...common, '-keyalg', 'RSA', '-keysize', '2048', ...subject]);
  await keytool('keytool', ['-exportcert', '-rfc', ...common, '-file', caFile]);
  const listener = 'listener.name.secure';
  return {
    address,
    caFile,
    username: USERNAME,
    password: PASSWORD,
    properties: {
      [`${listener}.ssl.keystore.location`]: store,
      [`${listener}.ssl.keystore.type`]: 'PKCS12',
      [`${listener}.ssl.keystore.password`]: STORE_PASSWORD,
      [`${listener}.sasl.enabled.mechanisms`]: 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      [`${listener}.plain.sasl.jaas.config`]: `${JAAS}.plain.PlainLoginModule required user_${USERNAME}="${PASSWORD}";`,
      [`${listener}.scram-sha-256.sasl.jaas.config`]: `${JAAS}.scram.ScramLoginModule required;`,
      [`${listener}.scram-sha-512.sasl.jaas.config`]: `${JAAS}.scram.ScramLoginModule required;`,
    },
    format: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((kind) => ['--add-scram', `${kind}=[name=${USERNAME},password=${PASSWORD}]`]),
  };
}
