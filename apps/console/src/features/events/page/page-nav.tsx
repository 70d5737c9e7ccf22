import type { EventDetails } from '@leakwatch/contracts';
import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon, QuestionIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { Neighbours } from './use-neighbours.ts';

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null)
    return (
      <ActionIcon aria-label={label} title={label} disabled>
        {children}
      </ActionIcon>
    );
  return (
    <ActionIcon component={Link} to={to} aria-label={label} title={label}>
      {children}
    </ActionIcon>
  );
}

/** Back to the list, the neighbours in it, the address of the event, and printing. */
export function PageNav({ event, neighbours, onHelp }: { event: EventDetails; neighbours: Neighbours; onHelp: () => void }) {
  const { t } = useTexts();
  return (
    <Group component="nav" justify="space-between" gap="sm" className="lw-no-print" aria-label={t('eventPage.nav')}>
      <Anchor component={Link} to={neighbours.list}>
        <Group gap={4} component="span">
          <ArrowLeftIcon size={14} />
          {t('eventPage.back')}
        </Group>
      </Anchor>
      <Group gap="xs">
        <Step to={neighbours.previous} label={t('eventPage.previous')}>
          <ChevronLeftIcon />
        </Step>
        <Step to={neighbours.next} label={t('eventPage.next')}>
          <ChevronRightIcon />
        </Step>
        <CopyButton text={`${window.location.origin}/events/${event.id}`} label={t('eventPage.copy_link')} />
        <Button variant="default" onClick={() => window.print()}>
          {t('eventPage.print')}
        </Button>
        <ActionIcon aria-label={t('events.keys.open')} title={t('events.keys.open')} onClick={onHelp}>
          <QuestionIcon />
        </ActionIcon>
      </Group>
    </Group>
  );
}
