import type { EventDetails, EventRow } from '@leakwatch/contracts';

/** An event as its page shows it. A row of the list lacks the number of versions until the details are loaded. */
export type ShownEvent = EventRow & { readonly versions?: EventDetails['versions'] };
