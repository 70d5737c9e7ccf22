import { type EventRow, SIMILAR_COUNT_MAX } from '@leakwatch/contracts';
import { Anchor } from '@mantine/core';
import { ArchiveIcon, CopyIcon, FileIcon, HistoryIcon, KeyIcon, XCircleIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useTemplateTexts } from '../../../shared/i18n/use-template-texts.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useTokenTitle } from './use-token-title.ts';

/** Number of filter keywords of an event that are shown. */
const WORDS_SHOWN = 5;

/** Badges beside the title: filter keywords, what else leaked, same file, similar events. */
export function EventBadges({ event, onSimilar }: { event: EventRow; onSimilar: (event: EventRow) => void }) {
  const { t } = useTexts();
  const texts = useTemplateTexts();
  const tokenTitle = useTokenTitle();
  // The first one is the title of the event.
  const [, ...others] = event.regex_tokens_found;
  const words = event.filter_keywords;
  return (
    <>
      {words.length > 0 && (
        <span title={words.join(', ')} style={{ color: 'var(--mantine-color-dimmed)' }}>
          {t('events.row.filter_words')} {words.slice(0, WORDS_SHOWN).join(', ')}
          {words.length > WORDS_SHOWN && ` ${t('events.row.more_words', { count: words.length - WORDS_SHOWN })}`}
        </span>
      )}
      {others.map((token) => (
        <Tag key={token.id} tone="info" icon={<KeyIcon size={12} />} title={tokenTitle(token)}>
          {texts.name(token)}
          {token.count > 1 && ` ×${token.count}`}
        </Tag>
      ))}
      {event.came_back && event.status === 'open' && (
        <Tag tone="open" icon={<HistoryIcon size={12} />} title={t('events.row.came_back_hint')}>
          {t('events.row.came_back')}
        </Tag>
      )}
      {event.from_archive && (
        <Tag tone="info" icon={<ArchiveIcon size={12} />} title={t('events.row.from_archive_hint')}>
          {t('events.row.from_archive')}
        </Tag>
      )}
      {event.same_file && (
        <span title={t('events.row.same_file')}>
          <FileIcon size={14} aria-label={t('events.row.same_file')} />
        </span>
      )}
      {event.sim_count > 0 && (
        <Anchor component="button" type="button" className="lw-no-print" title={t('events.similar.open')} onClick={() => onSimilar(event)}>
          <Tag tone="info" icon={<CopyIcon size={12} />}>
            {t(event.sim_count < SIMILAR_COUNT_MAX ? 'events.row.similar' : 'events.row.similar_and_more', { count: event.sim_count })}
          </Tag>
        </Anchor>
      )}
      {event.similar_to_false !== null && event.status !== 'false' && (
        <Anchor component={Link} to={`/events/${event.similar_to_false}`} title={t('events.row.like_false_hint')}>
          <Tag tone="false" icon={<XCircleIcon size={12} />}>
            {t('events.row.like_false')}
          </Tag>
        </Anchor>
      )}
    </>
  );
}
