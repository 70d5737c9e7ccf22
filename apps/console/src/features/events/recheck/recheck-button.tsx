import type { Rechecked } from '@leakwatch/contracts';
import { Button } from '@mantine/core';
import { AlertFillIcon, CheckIcon, HistoryIcon, PulseIcon, XIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Tag, type TagTone } from '../../../shared/ui/tag.tsx';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import type { Recheck } from './use-recheck.ts';

const SIGNS = {
  there: ['open', AlertFillIcon],
  history: ['in_progress', HistoryIcon],
  changed: ['fixed', CheckIcon],
  gone: ['fixed', XIcon],
} as const satisfies Readonly<Record<Rechecked['answer'], readonly [TagTone, typeof CheckIcon]>>;

/** What the last check found, and when that was so. */
export function RecheckAnswer({ last }: { last: Rechecked }) {
  const { t } = useTexts();
  const [tone, Picture] = SIGNS[last.answer];
  return (
    <span title={t(`eventTools.recheck.hint.${last.answer}`)}>
      <Tag tone={tone} icon={<Picture size={12} />}>
        {t(`eventTools.recheck.answer.${last.answer}`)}
      </Tag>{' '}
      <TimeText at={last.as_of} relative />
    </span>
  );
}

/** Looks for the leak at its public address again. Not shown for sources whose answer would not be the truth. */
export function RecheckButton({ recheck }: { recheck: Recheck }) {
  const { t } = useTexts();
  if (!recheck.offered) return null;
  return (
    <Button
      variant="default"
      className="lw-no-print"
      px="sm"
      leftSection={<PulseIcon size={14} />}
      loading={recheck.busy}
      title={t('eventTools.recheck.button_hint')}
      onClick={recheck.check}
    >
      {t('eventTools.recheck.button')}
    </Button>
  );
}
