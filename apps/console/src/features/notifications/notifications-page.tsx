import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { CheckIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import { useRef } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { takeFocus } from '../../shared/lib/take-focus.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { useListNotificationsQuery } from './api.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotificationActions } from './use-notification-actions.ts';

/** /notifications/: technical notifications of the organisation. */
export function NotificationsPage() {
  const { t, locale } = useTexts();
  const [params, change] = useAddress();
  const paging = usePaging();
  const query = useListNotificationsQuery({ ...paging.asked, language: locale }, { refetchOnMountOrArgChange: true });
  const actions = useNotificationActions();
  const count = query.currentData?.count ?? 0;
  const open = useSettings()?.counts.notifications ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  // Its button is disabled afterwards: nothing is left to close or to delete.
  const runForAll = async (button: Element, run: () => Promise<boolean>) => {
    if (await run()) takeFocus(heading.current, button);
  };
  const show = (details: string | null) => change({ details }, { preventScrollReset: true });
  return (
    <Stack gap="md">
      <PageTitle title={t('notifications.title')} />
      <Title order={1} ref={heading} tabIndex={-1}>
        {t('notifications.title')}
      </Title>
      <Tabs value="technical">
        <Tabs.List aria-label={t('notifications.title')} mb="md">
          <Tabs.Tab value="technical">{t('notifications.technical')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="technical">
          <Stack gap="md">
            <Group justify="space-between">
              <Text c="dimmed">{t('notifications.lead')}</Text>
              <Group gap="sm">
                <Button variant="default" leftSection={<SyncIcon />} loading={query.isFetching} onClick={() => void query.refetch()}>
                  {t('notifications.refresh')}
                </Button>
                <Button
                  variant="default"
                  leftSection={<CheckIcon />}
                  disabled={open === 0}
                  onClick={({ currentTarget }) => void runForAll(currentTarget, () => actions.closeAll(open))}
                >
                  {t('notifications.close_all')}
                </Button>
                <Button
                  variant="default"
                  leftSection={<TrashIcon />}
                  disabled={count === 0}
                  onClick={({ currentTarget }) => void runForAll(currentTarget, () => actions.removeAll(count))}
                >
                  {t('notifications.delete_all')}
                </Button>
              </Group>
            </Group>
            <PagedList
              query={query}
              paging={paging}
              failed={t('notifications.failed')}
              rowHeight={56}
              empty={<EmptyBlock title={t('notifications.empty')} hint={t('notifications.empty_hint')} />}
            >
              {(notifications) => <NotificationList notifications={notifications} actions={actions} onDetails={show} />}
            </PagedList>
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <DetailsDialog id={params.get('details')} onClose={() => show(null)} />
    </Stack>
  );
}
