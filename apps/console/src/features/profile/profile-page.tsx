import { Alert, Anchor, SimpleGrid, Stack, Title } from '@mantine/core';
import { InfoIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { LogoImage } from '../../shared/ui/logo-image.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { type Profile, useGetProfileQuery } from './api.ts';
import { ActivityBlock } from './activity/activity-block.tsx';
import { FactsBlock } from './facts-block.tsx';
import { TariffBlock } from './tariff-block.tsx';

function UserBlock({ profile }: { profile: Profile }) {
  const { t } = useTexts();
  const name = `${profile.first_name} ${profile.last_name}`.trim();
  const changed = profile.password_changed;
  return (
    <FactsBlock
      title={t('profile.user')}
      facts={[
        [t('profile.username'), profile.username],
        [t('profile.name'), name === '' ? t('profile.not_given') : name],
        [t('profile.email'), profile.email],
        [t('profile.role'), t(profile.is_staff ? 'common.user.staff' : 'profile.role_user')],
        [t('profile.created'), <TimeText key="created" at={profile.created} />],
        [t('profile.password_changed'), changed === null ? t('profile.never') : <TimeText key="changed" at={changed} relative />],
      ]}
    >
      <Anchor component={Link} to="/settings" mt="md" display="inline-block">
        {t('profile.to_settings')}
      </Anchor>
    </FactsBlock>
  );
}

function CompanyBlock({ company }: { company: NonNullable<Profile['company']> }) {
  const { t } = useTexts();
  return (
    <FactsBlock
      title={t('profile.company')}
      facts={[
        [t('profile.company_name'), company.name],
        ...(company.logo === null
          ? []
          : [[t('profile.logo'), <LogoImage key="logo" logo={company.logo} height={40} alt={company.name} />] as const]),
        [t('profile.description'), company.description === '' ? t('profile.not_given') : company.description],
        [t('profile.state'), t(company.active ? 'profile.active' : 'profile.inactive')],
        [t('profile.trust'), t(company.trusted ? 'profile.trusted' : 'profile.untrusted')],
      ]}
    />
  );
}

/** /profile: the person, their organisation and its tariff. */
export function ProfilePage() {
  const { t } = useTexts();
  const { data, error, refetch } = useGetProfileQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Stack gap="md">
      <PageTitle title={t('profile.title')} />
      <Title order={1}>{t('profile.title')}</Title>
      {error !== undefined && <ProblemBlock title={t('profile.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />}
      {error === undefined && data === undefined && <SkeletonRows rows={2} height={180} />}
      {error === undefined && data !== undefined && (
        <>
          {data.company === null && (
            <Alert variant="outline" color="accent" icon={<InfoIcon />} role="status" title={t('profile.no_company')}>
              {t('profile.no_company_hint')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, lg: data.company === null ? 1 : 3 }} spacing="md">
            {data.company !== null && <CompanyBlock company={data.company} />}
            <UserBlock profile={data} />
            {data.company !== null && <TariffBlock company={data.company} />}
          </SimpleGrid>
        </>
      )}
      <ActivityBlock />
    </Stack>
  );
}
