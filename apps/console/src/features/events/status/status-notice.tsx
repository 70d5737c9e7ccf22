import type { EventRow } from '@leakwatch/contracts';
import { type CloseReason, reasonsFor, type TriageStatus } from '@leakwatch/vocabulary';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { hideNotice, prolongNotice } from '../../../shared/ui/notify.tsx';
import { AGAIN_MS, UNDO_MS, UndoNotice } from '../../../shared/undo/undo-notice.tsx';
import { notifyUnsent } from '../../../shared/lib/sent-changes.ts';
import { AlsoButtons, type Others } from './also-buttons.tsx';
import { useChangeStatusMutation } from './change-api.ts';
import { ReasonButtons } from './reason-buttons.tsx';
import { useDescribeSkipped } from './use-describe-skipped.ts';

interface StatusNoticeProps {
  /** The ids of the changes, the first one first. */
  readonly batches: readonly string[];
  readonly changed: number;
  readonly status: TriageStatus;
  readonly actor: string;
  /** What stayed unchanged. */
  readonly rest: string | null;
  /** The events that changed and that the page knows. */
  readonly ids: readonly string[];
  /** The event that the person changed alone, for which others are offered; null for a change of several. */
  readonly event: EventRow | null;
  /** Others of its file that have another status. */
  readonly ofFile: readonly string[];
}

/** The message about a change: undo for all of it, why, and which others can change too. */
export function StatusNotice({ batches, changed, status, actor, rest, ids, event, ofFile }: StatusNoticeProps) {
  const { t } = useTexts();
  const id = batches.join();
  const describeSkipped = useDescribeSkipped();
  const [send, { isLoading }] = useChangeStatusMutation();
  const [reason, setReason] = useState<CloseReason | null>(null);
  const [all, setAll] = useState({ batches, changed, rest, ids, fileLeft: ofFile });
  const changeOthers = async (others: Others) => {
    const from = others.areSimilar && event !== null ? { id: event.id, sameFile: false, similar: true } : null;
    // The undo of both changes is offered here, and nowhere else.
    prolongNotice(id, false);
    const result = await send({ ids: others.ids, everything: null, status, actor, from, ...(reason !== null && { reason }) });
    prolongNotice(id, result.error === undefined ? UNDO_MS : AGAIN_MS);
    if (result.error !== undefined) return notifyUnsent(t('events.change.failed'), result.error, () => void changeOthers(others));
    const { skipped, ...answer } = result.data;
    setAll({
      batches: [...all.batches, ...(answer.changed > 0 ? [answer.batch] : [])],
      changed: all.changed + answer.changed,
      // The event itself has the status already.
      rest: describeSkipped({ ...answer, skipped: skipped.filter(({ id }) => id !== event?.id) }),
      ids: [...all.ids, ...others.ids],
      fileLeft: others.areSimilar ? all.fileLeft : [],
    });
  };
  const text = t('events.change.done', { count: all.changed, status: t(`eventStatus.${status}`) });
  return (
    <UndoNotice
      id={id}
      batches={all.batches}
      changed={all.changed}
      text={text}
      rest={all.rest}
      more={
        <>
          {event !== null && (
            <AlsoButtons
              event={event}
              status={status}
              ofFile={all.fileLeft}
              busy={isLoading}
              onOthers={(others) => void changeOthers(others)}
              onOnlyThis={() => hideNotice(id)}
            />
          )}
          {reasonsFor(status).length > 0 && (
            <ReasonButtons batches={all.batches} ids={all.ids} status={status} given={reason} onGiven={setReason} />
          )}
        </>
      }
    />
  );
}
