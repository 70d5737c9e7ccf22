import { Text } from '@mantine/core';

/** `ip:port` of a proxy, on one line. */
export function AddressText({ children }: { children: string }) {
  return (
    <Text ff="monospace" style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  );
}
