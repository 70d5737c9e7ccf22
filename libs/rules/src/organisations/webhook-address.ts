/** Longer than addresses of known receivers. */
export const WEBHOOK_ADDRESS_MAX = 1_000;

export const WEBHOOK_ADDRESS_FAULTS = ['address_malformed', 'address_not_https', 'address_with_credentials', 'address_too_long'] as const;
export type WebhookAddressFault = (typeof WEBHOOK_ADDRESS_FAULTS)[number];

/** What is wrong with the address of a receiver; null when nothing is. `allowHttp`: whether the installation allows http. */
export function webhookAddressFault(address: string, allowHttp: boolean): WebhookAddressFault | null {
  if (address.length > WEBHOOK_ADDRESS_MAX) return 'address_too_long';
  if (!URL.canParse(address)) return 'address_malformed';
  const { protocol, username, password, hostname } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || hostname === '') return 'address_malformed';
  if (protocol === 'http:' && !allowHttp) return 'address_not_https';
  return username === '' && password === '' ? null : 'address_with_credentials';
}
