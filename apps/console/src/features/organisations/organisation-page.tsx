import type { OrganisationDetail } from '@leakwatch/contracts';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { ArrowLeftIcon, BellIcon, PencilIcon, PersonIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link, useParams } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { type Fact, FactList } from '../../shared/ui/fact-list.tsx';
import { LogoImage } from '../../shared/ui/logo-image.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { DayText } from '../../shared/ui/time-text.tsx';
import {
  useCountAccountsOfQuery,
  useCountProxiesOfQuery,
  useCountServiceAccountsOfQuery,
  useCountTasksOfQuery,
  useGetOrganisationQuery,
} from './api.ts';
import { CoverageSection } from './coverage-section.tsx';
import { NotifyDialog } from './notify-dialog.tsx';
import { OrganisationDialog } from './organisation-dialog.tsx';
import { QueueSection } from './queue-section.tsx';
import { useBeginActing } from './use-begin-acting.ts';
import { StorageSection } from './storage-section.tsx';
import { useTariffs } from './use-tariffs.ts';

const LOGO = 24;

/** What belongs to the organisation: the number of each, which leads to the page of all of them. A dash where the service is away. */
function Belongings({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const tasks = useCountTasksOfQuery(id).currentData?.count;
  const accounts = useCountAccountsOfQuery(id).currentData?.count;
  const serviceAccounts = useCountServiceAccountsOfQuery(id).currentData?.count;
  const proxies = useCountProxiesOfQuery(id).currentData?.count;
  const fact = (name: string, path: string, count: number | undefined): Fact => [
    name,
    <Anchor key={path} component={Link} to={`${path}?org=${id}`}>
      {count === null || count === undefined ? '–' : formatNumber(count, locale)}
    </Anchor>,
  ];
  const link = (name: string, path: string): Fact => [
    name,
    <Anchor key={path} component={Link} to={`${path}?org=${id}`}>
      {t('organisations.page.open')}
    </Anchor>,
  ];
  return (
    <Section title={t('organisations.page.belongings')}>
      <FactList
        facts={[
          fact(t('organisations.tasks'), '/settings/tasks', tasks),
          fact(t('organisations.users'), '/settings/accounts', accounts),
          fact(t('organisations.page.service_accounts'), '/settings/service-accounts', serviceAccounts),
          fact(t('organisations.page.proxies'), '/settings/proxies', proxies),
          link(t('organisations.page.statistics'), '/settings/statistics'),
          link(t('organisations.page.observers'), '/settings/git_monitoring'),
          link(t('organisations.page.audit'), '/settings/audit'),
        ]}
      />
    </Section>
  );
}

function About({ organisation }: { organisation: OrganisationDetail }) {
  const { t } = useTexts();
  const [, change] = useAddress();
  const acting = useBeginActing(organisation);
  const { id, name, logo, description, active, trusted, tariff, tariff_type: type, starts_at: from, expires_at: until } = organisation;
  const { chosen } = useTariffs(type, tariff);
  const image = <LogoImage key="logo" logo={logo} height={LOGO} alt={t('organisations.logo.alt')} />;
  const facts: Fact[] = [
    ...(logo === null ? [] : [[t('organisations.logo.label'), image] satisfies Fact]),
    ...(description === '' ? [] : [[t('organisations.description'), description] satisfies Fact]),
    [t('organisations.tariff'), chosen?.name ?? '–'],
    [t('organisations.tariff_type'), t(`organisations.type.${type}`)],
    [t('organisations.state'), t(active ? 'organisations.active' : 'organisations.inactive')],
    ...(trusted ? [] : [[t('organisations.page.trust'), t('organisations.not_trusted')] satisfies Fact]),
    ...(organisation.two_factor_users ? [[t('organisations.page.two_factor'), t('organisations.page.mandatory')] satisfies Fact] : []),
    [t('organisations.starts_at'), <DayText key="from" at={from} />],
    [t('organisations.expires_at'), <DayText key="until" at={until} />],
  ];
  return (
    <Section
      title={name}
      action={
        <Group gap="sm">
          <Button variant="default" leftSection={<PersonIcon />} loading={acting.beginning} onClick={() => void acting.begin()}>
            {t('organisations.act.action')}
          </Button>
          <Button variant="default" leftSection={<BellIcon />} onClick={() => change({ dialog: 'notify' })}>
            {t('organisations.notify.action')}
          </Button>
          <Button variant="default" leftSection={<PencilIcon />} onClick={() => change({ dialog: id })}>
            {t('organisations.edit')}
          </Button>
        </Group>
      }
    >
      <FactList facts={facts} />
    </Section>
  );
}

/** /settings/organisations/{id}: one organisation for staff. The address holds the open dialog. */
export function OrganisationPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const [params, change] = useAddress();
  const { currentData, error, refetch, isFetching } = useGetOrganisationQuery(id, { refetchOnMountOrArgChange: true });
  const dialog = params.get('dialog');
  const close = () => change({ dialog: null });
  return (
    <Stack gap="md" data-wide>
      <Anchor component={Link} to="/settings/organisations">
        <ArrowLeftIcon /> {t('organisations.title')}
      </Anchor>
      {error !== undefined && !isFetching && (
        <ProblemBlock title={t('organisations.get_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {error === undefined && currentData === undefined && <SkeletonRows rows={6} height={32} />}
      {currentData !== undefined && error === undefined && (
        <>
          <About organisation={currentData} />
          <Belongings id={id} />
          <CoverageSection id={id} />
          <StorageSection id={id} />
          <QueueSection id={id} />
          <OrganisationDialog dialog={dialog === id ? id : null} onClose={close} />
          <NotifyDialog organisation={dialog === 'notify' ? currentData : null} onClose={close} />
        </>
      )}
    </Stack>
  );
}
