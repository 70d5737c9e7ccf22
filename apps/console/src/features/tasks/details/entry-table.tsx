import { Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import classes from './details.module.css';

/** Entries beyond this number are only counted. */
const SHOWN = 500;

export interface Entry {
  readonly text: string;
  /** Added and not yet confirmed by staff. */
  readonly waiting: boolean;
}

interface Props {
  readonly entries: readonly Entry[];
  /** The name of the list for screen readers. */
  readonly label: string;
  /** A lower list, for the keywords of a group. */
  readonly low?: boolean;
}

/** A read-only list of limited height with its own scroll bar. */
export function EntryTable({ entries, label, low = false }: Props) {
  const { t } = useTexts();
  if (entries.length === 0) return <Text c="dimmed">{t('tasks.details.none')}</Text>;
  return (
    <>
      <section className={classes[low ? 'low' : 'list']} tabIndex={0} aria-label={label}>
        <ul>
          {entries.slice(0, SHOWN).map(({ text, waiting }) => (
            <li key={text}>
              {text} {waiting && <Tag tone="in_progress">{t('tasks.waiting')}</Tag>}
            </li>
          ))}
        </ul>
      </section>
      {entries.length > SHOWN && <Text c="dimmed">{t('tasks.details.more', { number: entries.length - SHOWN })}</Text>}
    </>
  );
}
