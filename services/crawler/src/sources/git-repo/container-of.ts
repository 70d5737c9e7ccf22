import type { Finding, TaskChange } from '@leakwatch/contracts';

/** The container of a finding: the repository, identified by its address without credentials. */
export function containerOf(repository: TaskChange['repositories'][number]): Finding['container'] {
  const parts = pathOf(repository.address)
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '');
  return {
    key: repository.address,
    title: repository.title,
    url: repository.url,
    owner: parts.length > 1 ? parts.slice(0, -1).join('/') : '',
  };
}

const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : address.slice(address.indexOf(':') + 1));
