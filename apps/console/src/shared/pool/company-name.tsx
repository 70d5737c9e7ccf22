import { Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';

/** The organisation that an account or proxy serves alone, or that it serves all. */
export function CompanyName({ company }: { company: { readonly name: string } | null }) {
  const { t } = useTexts();
  if (company !== null) return company.name;
  return (
    <Text c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {t('common.organisation.all')}
    </Text>
  );
}
