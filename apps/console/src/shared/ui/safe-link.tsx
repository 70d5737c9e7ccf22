import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { safeHref } from '../lib/safe-href.ts';

/** A link to another site when the address is safe, otherwise its text. */
export function SafeLink({ address, children }: { address: string; children: ReactNode }) {
  const href = safeHref(address);
  if (href === null) return <span className="lw-break">{children}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" className="lw-break" inherit>
      {children}
    </Anchor>
  );
}
