import type { EventRow } from '@leakwatch/contracts';
import type { TriageStatus } from '@leakwatch/vocabulary';
import { Anchor, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { toProblem } from '../../../shared/api/problem.ts';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { StatusButtons } from '../status/status-buttons.tsx';
import { useListSimilarQuery } from './api.ts';
import classes from './similar-dialog.module.css';
import { SimilarRow } from './similar-row.tsx';

/** Below this width the dialog is the whole screen. */
const NARROW = '(max-width: 900px)';
const SIZE = 10;
const SIZES = [SIZE, 20, 50];

interface SimilarDialogProps {
  readonly event: EventRow;
  readonly mayChange: (event: EventRow) => boolean;
  readonly busy: boolean;
  /** Changes the event and the similar ones, when the person confirms it. */
  readonly onChange: (event: EventRow, status: TriageStatus) => void;
  readonly onClose: () => void;
}

/** The other places of an event's leak: the same secret, nearly the same text, the same file. */
export function SimilarDialog({ event, onClose, ...props }: SimilarDialogProps) {
  const { t } = useTexts();
  useReturnFocus();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="min(900px, 94vw)" fullScreen={narrow}>
      <Stack gap="md">
        <DialogHead onClose={onClose}>{t('events.similar.title')}</DialogHead>
        <SimilarContent key={event.id} event={event} {...props} />
      </Stack>
    </Modal>
  );
}

/** The list of the other places, with a change of all of them. */
export function SimilarContent({ event, mayChange, busy, onChange }: Omit<SimilarDialogProps, 'onClose'>) {
  const { t } = useTexts();
  const [{ page, size }, setPaging] = useState({ page: 1, size: SIZE });
  const { data, error, isFetching, refetch } = useListSimilarQuery({
    id: event.id,
    limit: size,
    offset: (page - 1) * size,
    sameFile: true,
  });
  if (error !== undefined && !isFetching)
    return <ProblemBlock title={t('events.similar.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} height={64} />;
  if (data.count === 0) return <EmptyBlock title={t('events.similar.none')} hint={t('events.similar.none_hint')} level={3} />;
  return (
    <>
      <ul className={classes['list']} aria-label={t('events.similar.title')} aria-busy={isFetching}>
        {data.results.map((one) => (
          <SimilarRow key={one.id} event={one} />
        ))}
      </ul>
      {data.count > SIZE && (
        <Pager
          page={page}
          size={size}
          sizes={SIZES}
          label={t('events.similar.pages')}
          total={data.count}
          onPage={(wanted) => setPaging({ page: wanted, size })}
          onSize={(wanted) => setPaging({ page: 1, size: wanted })}
        />
      )}
      {event.sim_count > 0 && (
        <Group justify="space-between" gap="sm">
          <Anchor component={Link} to={`/?status=all&similar_to=${event.id}`}>
            {t('events.similar.in_list')}
          </Anchor>
          <Group gap="sm">
            <Text c="dimmed">{t('events.similar.set_status')}</Text>
            <StatusButtons
              status={null}
              disabled={busy || !mayChange(event)}
              label={t('events.similar.set_status')}
              title={mayChange(event) ? undefined : t('events.row.not_owner')}
              onChoose={(status) => onChange(event, status)}
            />
          </Group>
        </Group>
      )}
    </>
  );
}
