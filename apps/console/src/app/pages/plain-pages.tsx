import { Button } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';

function PlainPage({ title, hint }: { title: string; hint: string }) {
  const { t } = useTexts();
  return (
    <EmptyBlock level={1} title={title} hint={hint}>
      <PageTitle title={title} />
      <Button component={Link} to="/" variant="default">
        {t('common.home')}
      </Button>
    </EmptyBlock>
  );
}

export function NotFoundPage() {
  const { t } = useTexts();
  return <PlainPage title={t('common.not_found')} hint={t('common.not_found_hint')} />;
}

export function ForbiddenPage() {
  const { t } = useTexts();
  return <PlainPage title={t('common.forbidden')} hint={t('common.forbidden_hint')} />;
}

export function NotificationsGroupsPage() {
  const { t } = useTexts();
  return <PlainPage title={t('common.notifications_groups')} hint={t('common.notifications_groups_hint')} />;
}
