import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { AlertIcon, HourglassIcon, SearchIcon } from '@primer/octicons-react';
import { DISCOVERED_MAX } from '@leakwatch/rules';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { ProblemBlock } from '../../../../shared/ui/blocks.tsx';
import type { CreateForm } from '../use-create-form.ts';
import { RepositoryPicker } from './repository-picker.tsx';
import { useDiscovery } from './use-discovery.ts';

const SECONDS_OF_MINUTE = 60;

interface DiscoveryPanelProps {
  readonly form: CreateForm;
  /** Shows the faults of the observer; true when there are none. */
  readonly onCheck: () => boolean;
}

/** Finds the observer's repositories at its host and lets them be chosen. */
export function DiscoveryPanel({ form, onCheck }: DiscoveryPanelProps) {
  const { t } = useTexts();
  const { state, start, leave } = useDiscovery(form.draft.observer);
  const running = state.phase === 'running';
  const seconds = state.phase === 'failed' ? Number(state.problem.details['seconds'] ?? 0) : 0;
  return (
    <Stack gap="md" mt="md">
      <Group gap="md">
        <Button variant="default" leftSection={<SearchIcon />} disabled={running} onClick={() => onCheck() && start()}>
          {t('create.discovery.action')}
        </Button>
        <Text c="dimmed">{t('create.discovery.hint')}</Text>
      </Group>
      {running && (
        <Group gap="md" role="status">
          <HourglassIcon size={20} />
          <div>
            <Text fw={600}>{state.found === 0 ? t('create.discovery.asking') : t('create.discovery.found', { count: state.found })}</Text>
            <Text c="dimmed">{t('create.discovery.goes_on')}</Text>
          </div>
          <Button variant="subtle" color="gray" onClick={leave}>
            {t('create.discovery.leave')}
          </Button>
        </Group>
      )}
      {state.phase === 'failed' && (
        <div>
          <ProblemBlock title={t('create.discovery.failed')} problem={state.problem} onRetry={start} />
          {seconds >= SECONDS_OF_MINUTE && (
            <Text mt={4}>{t('create.discovery.wait', { count: Math.ceil(seconds / SECONDS_OF_MINUTE) })}</Text>
          )}
        </div>
      )}
      {state.phase === 'done' && state.rows.length === 0 && <Text>{t('create.discovery.none')}</Text>}
      {state.phase === 'done' && state.rows.length >= DISCOVERED_MAX && (
        <Alert variant="outline" color="accent" icon={<AlertIcon />} styles={{ icon: { color: 'var(--mantine-color-anchor)' } }}>
          {t('create.discovery.cut', { number: DISCOVERED_MAX })}
        </Alert>
      )}
      {state.phase === 'done' && state.rows.length > 0 && (
        <RepositoryPicker rows={state.rows} chosen={form.draft.repositories} onChange={(repositories) => form.change({ repositories })} />
      )}
    </Stack>
  );
}
