import { useState } from 'react';

/**
 * What the open dialog edits, as it was when the dialog opened: a list that is read again meanwhile neither changes the form nor closes it.
 * `id` is null, or no id, while no such dialog is open.
 */
export function useEdited<T extends { readonly id: string }>(id: string | null, listed: readonly T[] | undefined): T | null {
  const [seen, setSeen] = useState<T | null>(null);
  const edited = seen?.id === id ? seen : (listed?.find((one) => one.id === id) ?? null);
  if (edited !== seen) setSeen(edited);
  return edited;
}
