import pg from 'pg';
import { roleOf } from './database.ts';

/** The role of the bus: consumers and the relay read and write its tables under it. */
export const BUS_ROLE = roleOf('bus');

/** PostgreSQL cuts longer names. */
const NAME_MAX = 63;

/** The login of a service at a database. Roles belong to the whole server, so that its name contains the database's. */
export const loginOf = (service: string, database: string): string => `${service}_of_${database}`.slice(0, NAME_MAX);

/** The address of the database for a service's login, from the owner's address. */
export function loginUrl(ownerUrl: string, service: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = loginOf(service, decodeURIComponent(url.pathname.slice(1)));
  url.password = password;
  return url.href;
}

/**
 * Creates or changes the logins of services, as the owner of the database. A login may use the roles of its service and of
 * the bus, and has no rights of its own.
 * @param passwords by service
 */
export async function createLogins(ownerUrl: string, passwords: ReadonlyMap<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const [service, password] of passwords) {
      const login = client.escapeIdentifier(loginOf(service, String(client.database)));
      const exists = await client.query('select from pg_roles where rolname = $1', [loginOf(service, String(client.database))]);
      if (exists.rowCount === 0) await client.query(`create role ${login}`);
      await client.query(`alter role ${login} login noinherit password ${client.escapeLiteral(password)}`);
      await client.query(`grant ${roleOf(service)}, ${BUS_ROLE} to ${login}`);
    }
  } finally {
    await client.end();
  }
}
