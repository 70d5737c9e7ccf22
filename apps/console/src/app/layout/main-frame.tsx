import { Container } from '@mantine/core';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { isSecondFactorDue, secondFactorPath } from '../../shared/api/second-factor-due.ts';
import { serviceOf } from '../../shared/api/service-state.ts';
import { useGetSettingsQuery } from '../../shared/api/settings.ts';
import { useLive } from '../../shared/api/use-live.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { changeLocale } from '../../shared/i18n/i18n.ts';
import { storedLocale } from '../../shared/i18n/locale.ts';
import { useLater, useLaterAtLatest } from '../../shared/later/later.ts';
import { ProblemBlock } from '../../shared/ui/blocks.tsx';
import { forgetMessages } from '../../shared/ui/message-log.ts';
import { StartSpinner } from '../pages/start-spinner.tsx';
import { mayOpen } from '../route-roles.ts';
import { ScrollRestoration } from '../routing/scroll-restoration.tsx';
import { ActingBanner } from './acting-banner.tsx';
import { LateHosts } from './late-frame.ts';
import classes from './main-frame.module.css';
import { PartNote } from './part-note.tsx';
import { ServiceNotice } from './service-notice.tsx';
import { TopBar } from './top-bar.tsx';
import { useActingChange } from './use-acting-change.ts';

/** The poll of the badges: first after 1 s, then every 7 s. */
const FIRST_POLL_MS = 1000;
const POLL_MS = 7000;

function useIdentity() {
  const [interval, setInterval] = useState(FIRST_POLL_MS);
  useEffect(() => {
    const timer = setTimeout(() => setInterval(POLL_MS), FIRST_POLL_MS + 100);
    return () => clearTimeout(timer);
  }, []);
  return useGetSettingsQuery(undefined, { pollingInterval: interval, skipPollingIfUnfocused: true });
}

/** The frame of all pages for signed-in people. Anyone else goes to /login and comes back afterwards. */
export function MainFrame() {
  const { t } = useTexts();
  const lost = useSessionLost();
  const location = useLocation();
  const { data, error, refetch } = useIdentity();
  const readAgain = useCallback(() => void refetch(), [refetch]);
  useActingChange(data, readAgain);
  // Without an organisation there is nothing to notify staff of.
  useLive(!lost && data?.organisation != null);
  useEffect(() => forgetMessages, []);
  const later = useLater();
  useLaterAtLatest();
  const locale = data?.locale;
  useEffect(() => {
    // The language of the account applies where none was chosen in this browser.
    if (locale !== undefined && storedLocale() === null) void changeLocale(locale, false);
  }, [locale]);
  if (lost) {
    const next = encodeURIComponent(location.pathname + location.search);
    // Without data nobody was signed in on this page.
    return <Navigate to={`/login?next=${next}${data === undefined ? '' : '&ended'}`} replace />;
  }
  if (isSecondFactorDue(error)) return <Navigate to={secondFactorPath(location.pathname + location.search)} replace />;
  if (data === undefined && error === undefined) return <StartSpinner />;
  if (data === undefined) {
    return (
      <Container size="sm" py={48} component="main">
        <ProblemBlock title={t('common.crashed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      </Container>
    );
  }
  if (data.change_password) return <Navigate to="/password" replace />;
  if (!mayOpen(location.pathname, data)) return <Navigate to="/forbidden" replace />;
  const service = serviceOf(data);
  return (
    <>
      <a href="#content" className={classes['skip']}>
        {t('common.skip')}
      </a>
      <TopBar settings={data} />
      {data.acting_until !== null && data.organisation !== null && (
        <ActingBanner name={data.organisation.name} until={data.acting_until} onOver={readAgain} />
      )}
      {service !== 'running' && <ServiceNotice state={service} contact={data.support_contact} />}
      <main id="content" tabIndex={-1} className={classes['main']} data-acting={data.acting_until !== null || undefined}>
        <Outlet />
      </main>
      <ScrollRestoration />
      <PartNote />
      <Suspense>{later && <LateHosts />}</Suspense>
    </>
  );
}
