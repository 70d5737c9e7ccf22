import type { Finding } from '@leakwatch/contracts';
import { storableText } from '@leakwatch/platform';
import type { StoredReading } from '../leak-events/event.entity.ts';
import type { KnownPart } from './known-parts.ts';

/** A finding in a numbered part with its event. */
export interface PartFinding {
  readonly id: string;
  readonly finding: Finding;
}

export const versionOf = ({ document }: Pick<Finding, 'document'>): string => storableText(document.version);

/**
 * By the id of an event: what a batch says about its part. `hidden` counts only where the event shows another text. It refers to no content: a copy to
 * which no event refers is deleted.
 */
export function readingsOf(parts: readonly (PartFinding & Pick<KnownPart, 'known'>)[]): ReadonlyMap<string, StoredReading> {
  const readings = new Map<string, StoredReading>();
  for (const { id, finding, known } of parts) {
    const version = versionOf(finding);
    if (known === 'moved') readings.set(id, { version, moved: true, hidden: null });
    else if (known === 'by number' && readings.get(id)?.moved !== true)
      readings.set(id, { version, moved: false, hidden: { ...finding, content: null } });
  }
  return readings;
}
