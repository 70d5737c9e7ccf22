import { Fieldset } from '@mantine/core';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { DiscoveryPanel } from '../discovery/discovery-panel.tsx';
import { observerFault, observerKey } from '../discovery/observer.ts';
import { ObserverFields } from '../observer-fields.tsx';
import { RepositoriesSection } from './repositories-section.tsx';
import type { CreateForm } from '../use-create-form.ts';

/** Whose repositories are monitored, and which. */
export function GitSection({ form, errorAt }: { form: CreateForm; errorAt: (path: string) => string | undefined }) {
  const { t } = useTexts();
  const { observer } = form.draft;
  const checkObserver = (): boolean => {
    const fault = observerFault(observer);
    if (fault !== null) form.setFaults({ ...form.faults, git_repository_observer: fault });
    return fault === null;
  };
  return (
    <>
      <Fieldset legend={t('create.observer')} data-tour="sources">
        <ObserverFields
          observer={observer}
          error={errorAt('git_repository_observer')}
          onChange={(next) => form.change({ observer: next })}
          onLeave={() => form.leave('git_repository_observer')}
        />
        {observer.source_type !== 'custom' && <DiscoveryPanel key={observerKey(observer)} form={form} onCheck={checkObserver} />}
      </Fieldset>
      <Fieldset legend={t('create.repositories')}>
        <RepositoriesSection form={form} />
      </Fieldset>
    </>
  );
}
