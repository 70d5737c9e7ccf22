import type { DroppedLine } from '@leakwatch/rules';
import { Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';

const SHOWN = 10;
/** Characters of an entry: a pasted document may be one line. */
const LENGTH = 200;
const shortened = (text: string) => (text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text);

/** Entries that a rule dropped, each with the reason. `quiet` while the text is being typed. */
export function DroppedNote({ dropped, quiet = false }: { dropped: readonly DroppedLine[]; quiet?: boolean }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  if (dropped.length === 0) return null;
  const rest = dropped.length - SHOWN;
  return (
    <div role={quiet ? undefined : 'status'}>
      <Text c="var(--mantine-color-error)">{t('common.dropped.count', { count: dropped.length })}</Text>
      <ul style={{ margin: 0, paddingLeft: 16 }}>
        {dropped.slice(0, SHOWN).map(({ text, reason }, index) => (
          <li key={`${index} ${text}`} className="lw-break">
            {t('common.dropped.entry', { text: shortened(text), reason: texts.reason(reason) })}
          </li>
        ))}
      </ul>
      {rest > 0 && <Text c="dimmed">{t('common.more', { number: rest })}</Text>}
    </div>
  );
}
