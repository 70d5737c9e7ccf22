import { OBSERVER_SOURCE_TYPES } from '@leakwatch/vocabulary';
import { Group, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { ObserverDraft } from './draft/draft.ts';

interface ObserverFieldsProps {
  readonly observer: ObserverDraft;
  readonly error: string | undefined;
  readonly onChange: (observer: ObserverDraft) => void;
  readonly onLeave: () => void;
}

const TYPES = ['none', ...OBSERVER_SOURCE_TYPES] as const;

/** The owner of the monitored repositories. A custom host has no kinds of owner. */
export function ObserverFields({ observer, error, onChange, onLeave }: ObserverFieldsProps) {
  const { t } = useTexts();
  return (
    <Group gap="lg" align="flex-start">
      <NativeSelect
        w={260}
        label={t('create.observer_source')}
        data={TYPES.map((type) => ({
          value: type,
          label: type === 'none' ? t('create.form.observer_none') : t(`gitRepositories.host.${type}`),
        }))}
        value={observer.source_type}
        onChange={(event) => {
          const type = TYPES.find((one) => one === event.currentTarget.value);
          if (type !== undefined) onChange({ ...observer, source_type: type });
        }}
      />
      <TextInput
        w={280}
        label={t('create.account')}
        description={t('create.account_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={255}
        error={error}
        value={observer.account_name}
        onChange={(event) => onChange({ ...observer, account_name: event.currentTarget.value })}
        onBlur={onLeave}
      />
      {(observer.source_type === 'github' || observer.source_type === 'gitlab') && (
        <Radio.Group
          label={t('create.owner')}
          value={observer.is_organisation ? 'organisation' : 'individual'}
          onChange={(value) => onChange({ ...observer, is_organisation: value === 'organisation' })}
        >
          <Group gap="md" mt={6}>
            <Radio value="organisation" label={t('create.owner_organisation')} />
            <Radio value="individual" label={t('create.owner_individual')} />
          </Group>
        </Radio.Group>
      )}
    </Group>
  );
}
