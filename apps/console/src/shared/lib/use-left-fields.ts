import { useState } from 'react';

/**
 * The faults of a form as a person should see them: at a field once it was left, at all of them once the form was sent. A field that was
 * left empty is no fault until then.
 */
export function useLeftFields<Field extends string, Fault extends string>(faults: Readonly<Partial<Record<Field, Fault>>>) {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [sent, setSent] = useState(false);
  return {
    faultAt: (field: Field): Fault | undefined => (sent || left.has(field) ? faults[field] : undefined),
    leave: (field: Field): void => {
      if (faults[field]?.endsWith('_required') !== true) setLeft((now) => new Set([...now, field]));
    },
    /** Shows every fault; whether there is none. */
    mayBeSent: (): boolean => {
      setSent(true);
      return Object.keys(faults).length === 0;
    },
  };
}
