import { observerAccountFault } from '@leakwatch/rules';
import type { ObserverDraft } from '../draft/draft.ts';

/** Differs between two observers. */
export const observerKey = (observer: ObserverDraft): string =>
  JSON.stringify([observer.source_type, observer.account_name.trim(), observer.is_organisation]);

/** Why a discovery for this observer is impossible, as a fault code, or null. */
export function observerFault(observer: ObserverDraft): string | null {
  const name = observer.account_name.trim();
  if (name === '' || observer.source_type === 'none') return 'observer_required';
  return observer.source_type === 'custom' ? null : observerAccountFault(observer.source_type, name, observer.is_organisation);
}
