import type { Finding, TaskChange } from '@leakwatch/contracts';

/** The container of a finding: the repository, identified by its address without credentials. */
export function containerOf({ address, title, url }: TaskChange['repositories'][number]): Finding['container'] {
  const parts = pathOf(address)
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '');
  return { key: address, title, url, owner: parts.length > 1 ? parts.slice(0, -1).join('/') : '' };
}

const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address.slice(address.indexOf(':') + 1));
