import type { Screen } from './screen.ts';

/** States of the events page while a person triages. */
export const TRIAGE_SCREENS: readonly Screen[] = [
  { name: 'events-by-reason', path: '/?status=closed&reason=revoked', scenarios: ['full'] },
];
