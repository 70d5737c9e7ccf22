import { Stack, Tabs, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { TaskLogs } from './lists/task-logs.tsx';
import { UserLogs } from './lists/user-logs.tsx';

/** /logs/: the actions of tasks and users. The tab of events is disabled. */
export function LogsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const tab = params.get('tab') === 'users' ? 'users' : 'tasks';
  return (
    <Stack gap="md">
      <PageTitle title={t('logs.title')} />
      <Title order={1}>{t('logs.title')}</Title>
      <Tabs value={tab} onChange={(to) => change(() => new URLSearchParams(to === 'users' ? { tab: 'users' } : {}))} keepMounted={false}>
        <Tabs.List aria-label={t('logs.title')} mb="md">
          <Tabs.Tab value="tasks">{t('logs.tab.tasks')}</Tabs.Tab>
          <Tabs.Tab value="users">{t('logs.tab.users')}</Tabs.Tab>
          <Tabs.Tab value="events" disabled>
            {t('logs.tab.events')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tasks">
          <TaskLogs />
        </Tabs.Panel>
        <Tabs.Panel value="users">
          <UserLogs />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
