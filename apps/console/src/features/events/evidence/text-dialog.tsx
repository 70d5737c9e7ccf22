import type { EventRow } from '@leakwatch/contracts';
import { Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import { NameText } from '../../../shared/ui/code-line.tsx';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';
import { useReadEventTextQuery } from './api.ts';
import classes from './text-dialog.module.css';
import { useRevealed } from '../reveal/use-revealed.ts';
import { TextFacts } from './text-facts.tsx';
import { TextReader } from './text-reader.tsx';

/** Below this width the dialog is the whole screen. */
const NARROW = '(max-width: 900px)';

/** The kept text of an event's document. */
export function TextDialog({ event, onClose }: { event: EventRow | undefined; onClose: () => void }) {
  const { t } = useTexts();
  useReturnFocus();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return (
    <Modal opened={event !== undefined} onClose={onClose} withCloseButton={false} size="min(1200px, 94vw)" fullScreen={narrow}>
      {event !== undefined && (
        <Stack gap="sm" className={classes['dialog']}>
          <DialogHead onClose={onClose}>
            <bdi className="lw-break">{event.file_path === '' ? t('eventTools.text.title') : <NameText name={event.file_path} />}</bdi>
          </DialogHead>
          <TextContent key={event.id} event={event} />
        </Stack>
      )}
    </Modal>
  );
}

/** Where the person is: a page, and a match on it to which they jumped. */
interface Place {
  readonly page: number | undefined;
  readonly match: number | null;
}

/** The kept text with its facts and tools. */
export function TextContent({ event }: { event: EventRow }) {
  const { t } = useTexts();
  const [{ page, match }, setPlace] = useState<Place>({ page: undefined, match: null });
  const revealed = useRevealed(event.id);
  const shown = revealed.text !== null;
  const { currentData, data, error, isFetching, refetch } = useReadEventTextQuery({ id: event.id, page, revealed: shown });
  if (error !== undefined && !isFetching)
    return <ProblemBlock title={t('eventTools.text.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />;
  // The facts stay while another page is loaded.
  return (
    <>
      {data !== undefined && <TextFacts event={event} text={data} revealed={revealed} />}
      {currentData === undefined ? (
        <SkeletonRows rows={8} height={20} />
      ) : (
        <TextReader
          key={`${currentData.page} ${shown}`}
          text={currentData}
          startAt={match}
          onPage={(wanted) => setPlace({ page: wanted, match: null })}
          onMatch={(wanted) => setPlace({ page: currentData.places[wanted]?.page, match: wanted })}
        />
      )}
    </>
  );
}
