import { createHmac } from 'node:crypto';

/**
 * The header by which a receiver recognises our deliveries: `t=1700000000,v1=…`, where v1 is HMAC-SHA256 in hexadecimal digits over
 * `timestamp.body`. After a rotation both secrets sign, each with a v1 of its own.
 */
export function signatureHeader(secrets: readonly string[], seconds: number, body: string): string {
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`);
  return [`t=${seconds}`, ...signatures].join(',');
}
