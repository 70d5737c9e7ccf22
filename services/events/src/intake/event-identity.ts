import type { Finding } from '@leakwatch/contracts';
import { nameId } from '@leakwatch/platform';

/** The namespace of event ids; fixed for ever, since ids are computed again at every redelivery. */
const EVENTS = '6f1a4a60-6f0e-5d0c-9a5e-2f6c1f0d8e11';

/**
 * The same leak is the same event: organisation, task, pattern, source, container, path and the normalised lines
 * (docs/behaviour/events.md). The pattern counts by its text, not by its id: one that was removed and added again finds its
 * events.
 */
export const eventId = (finding: Finding): string =>
  nameId(EVENTS, [
    finding.organisation_id,
    finding.task_id,
    finding.pattern.kind,
    finding.pattern.text,
    finding.source_type,
    finding.container.key,
    finding.path,
    finding.lines_hash,
  ]);
