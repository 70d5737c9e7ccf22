import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';

/** Marks the entry that the service refused; the service names its position and never its text. */
export function EntryFault({ code }: { code: string | undefined }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  if (code === undefined) return null;
  return (
    <Text component="span" display="block" c="var(--mantine-color-error)" ff="text">
      {t('create.form.this_entry', { fault: texts.fault(code) })}
    </Text>
  );
}
