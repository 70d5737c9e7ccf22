import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { safeHref } from '../lib/safe-href.ts';

const ALWAYS = { underline: 'always' } as const;

interface SafeLinkProps {
  readonly address: string;
  /** The link is part of a sentence: it is underlined, because colour alone does not set it apart. */
  readonly inText?: boolean;
  readonly children: ReactNode;
}

/** A link to another site when the address is safe, otherwise its text. */
export function SafeLink({ address, inText = false, children }: SafeLinkProps) {
  const href = safeHref(address);
  if (href === null) return <span className="lw-break">{children}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" className="lw-break" inherit {...(inText && ALWAYS)}>
      {children}
    </Anchor>
  );
}
