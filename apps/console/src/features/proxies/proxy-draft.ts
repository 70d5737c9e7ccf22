import type { Proxy } from '@leakwatch/contracts';
import type { ProxyForm } from '@leakwatch/rules';
import type { ProxyType } from '@leakwatch/vocabulary';
import type { ProxyChange } from './api.ts';

/** The form of a proxy as typed. */
export interface ProxyDraft extends ProxyForm {
  readonly type: ProxyType;
  readonly company: string | null;
  readonly reserved_for_discovery: boolean;
}

export const draftOf = ({ ip_address, port, login, has_password, type, company, reserved_for_discovery }: Proxy): ProxyDraft => ({
  ip_address,
  port: String(port),
  login,
  password: '',
  has_password,
  type,
  company: company?.id ?? null,
  reserved_for_discovery,
});

const toBody = ({ ip_address, port, login, password, type, company, reserved_for_discovery }: ProxyDraft) => ({
  ip_address: ip_address.trim(),
  port: Number(port),
  login: login.trim(),
  password,
  type,
  company,
  reserved_for_discovery,
});

/** What a form without faults changes: what another person changed meanwhile stays. */
export function changeOf(proxy: Proxy, draft: ProxyDraft): ProxyChange {
  const before = toBody(draftOf(proxy));
  const after = toBody(draft);
  return {
    ...(after.ip_address !== before.ip_address && { ip_address: after.ip_address }),
    ...(after.port !== before.port && { port: after.port }),
    ...(after.login !== before.login && { login: after.login }),
    ...(after.password !== '' && { password: after.password }),
    ...(after.type !== before.type && { type: after.type }),
    ...(after.company !== before.company && { company: after.company }),
    ...(after.reserved_for_discovery !== before.reserved_for_discovery && { reserved_for_discovery: after.reserved_for_discovery }),
  };
}
