import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../shared/ui/tag.tsx';
import classes from './details.module.css';

/** More entries than this are counted, not drawn. */
const SHOWN = 500;

export interface Entry {
  readonly text: string;
  /** Added, and not confirmed by staff yet. */
  readonly waiting: boolean;
}

interface Props {
  readonly entries: readonly Entry[];
  /** What the list is of, for those who do not see where it stands. */
  readonly label: string;
  /** The list of a group's keywords is lower (spec/2-tasks section 2). */
  readonly low?: boolean;
}

/** A read-only list of bounded height that scrolls in itself. */
export function EntryTable({ entries, label, low = false }: Props) {
  const { t } = useTranslation();
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
