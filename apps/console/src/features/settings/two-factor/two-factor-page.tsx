import { Container, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** /settings as long as it has this one section. */
export function TwoFactorPage() {
  const { t } = useTranslation();
  return (
    <Container size="sm" py="xl">
      <PageTitle title={t('twoFactor.settings')} />
      <Stack gap="lg">
        <Title order={1}>{t('twoFactor.settings')}</Title>
        <TwoFactorSection />
      </Stack>
    </Container>
  );
}
