import type { AnswerOf, createTask } from '@leakwatch/contracts';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DroppedNote } from './dropped-note.tsx';

type Saved = AnswerOf<typeof createTask>;

export const tellsMore = ({ dropped, not_crawled, stream_only }: Saved): boolean =>
  dropped.length + not_crawled.length + stream_only.length > 0;

/** What a saved task will not do, or do only in part. */
export function SavedNote({ saved }: { saved: Saved }) {
  const { t } = useTranslation();
  const sources = saved.not_crawled.map((source) => t(`common.sources.${source}`)).join(', ');
  return (
    <Stack gap={4}>
      {sources !== '' && <Text>{t('create.form.not_crawled_list', { sources })}</Text>}
      {saved.stream_only.length > 0 && (
        <Text className="lw-break">{t('create.form.stream_only_list', { expressions: saved.stream_only.join(', ') })}</Text>
      )}
      <DroppedNote dropped={saved.dropped} />
    </Stack>
  );
}
