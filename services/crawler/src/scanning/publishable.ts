import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { type Logger, type OutgoingMessage, tryOutgoing } from '@leakwatch/platform';

/** The reason of a document that was read and counts as not read: a finding in it does not fit its message. */
export const NOT_PUBLISHED = 'not_published';

/** A finding as a message. */
export interface FindingMessage {
  readonly finding: Finding;
  readonly message: OutgoingMessage;
}

interface Publishable<Found> {
  readonly messages: readonly FindingMessage[];
  /** What the other findings were made of. */
  readonly refused: ReadonlySet<Found>;
}

/**
 * Findings as messages. One that does not fit its contract, or is too large, is left out and logged without its content: it would keep everything
 * that is published with it from being published, in every try.
 */
export function publishable<Found>(
  found: readonly (readonly [finding: Finding, of: Found])[],
  logger: Pick<Logger, 'error'>,
): Publishable<Found> {
  const messages: FindingMessage[] = [];
  const refused = new Set<Found>();
  for (const [finding, of] of found) {
    const attempted = tryOutgoing(findingsV1, finding);
    if ('message' in attempted) {
      messages.push({ finding, message: attempted.message });
      continue;
    }
    refused.add(of);
    const { task_id: task, source_type: source } = finding;
    logger.error({ code: 'finding_not_published', task, source, reason: attempted.refused }, 'a finding is left out');
  }
  return { messages, refused };
}
