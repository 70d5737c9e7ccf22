import { type EventRow, SIMILAR_MAX } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Button, Group } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useListSimilarQuery } from '../similar/api.ts';

/** Similar events that are loaded to show their change at once. */
const SIMILAR_SHOWN = 100;

/** Which events change with the one that changed. */
export interface Others {
  readonly ids: readonly string[];
  /** They are the similar ones, of which `ids` are those that are loaded. */
  readonly areSimilar: boolean;
  readonly count: number;
}

interface AlsoButtonsProps {
  readonly event: EventRow;
  readonly status: TriageStatus;
  /** Others of its file that have another status. */
  readonly ofFile: readonly string[];
  readonly busy: boolean;
  readonly onOthers: (others: Others) => void;
  readonly onOnlyThis: () => void;
}

/** What else can get the status of an event that has just changed, with the numbers. */
export function AlsoButtons({ event, status, ofFile, busy, onOthers, onOnlyThis }: AlsoButtonsProps) {
  const { t } = useTexts();
  const asked = { id: event.id, limit: SIMILAR_SHOWN, offset: 0, sameFile: false };
  const { data, isError, refetch } = useListSimilarQuery(asked, { skip: event.sim_count === 0 });
  const near = (data?.results ?? []).filter((one) => one.status !== status).map(({ id }) => id);
  // Of those that are not loaded the status is not known; the answer says which had it already.
  const similar = near.length + (data === undefined ? 0 : Math.min(data.count, SIMILAR_MAX) - data.results.length);
  if (similar === 0 && ofFile.length === 0 && !isError) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('eventTools.also.label')}>
      <Button size="compact-sm" disabled={busy} onClick={onOnlyThis}>
        {t('events.same_file.only_this')}
      </Button>
      {ofFile.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={busy}
          onClick={() => onOthers({ ids: ofFile, areSimilar: false, count: ofFile.length })}
        >
          {t('eventTools.also.file', { count: ofFile.length })}
        </Button>
      )}
      {similar > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={busy}
          onClick={() => onOthers({ ids: near, areSimilar: true, count: similar })}
        >
          {t('eventTools.also.similar', { count: similar })}
        </Button>
      )}
      {isError && (
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('eventTools.also.failed')}
        </Button>
      )}
    </Group>
  );
}
