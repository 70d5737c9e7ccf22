import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import classes from '../create.module.css';
import { EMPTY_REPOSITORY } from '../draft/draft.ts';
import { readRepositoryAddress, withoutCredentials } from './repository-address.ts';
import { RepositoryList } from './repository-list.tsx';
import type { CreateForm } from '../use-create-form.ts';

/** The monitored repositories, pasted by address or typed in. */
export function RepositoriesSection({ form }: { form: CreateForm }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { repositories, observer } = form.draft;
  const add = () => {
    const pasted = readRepositoryAddress(address);
    if (pasted === null) return setFault(t('create.paste_bad'));
    const known = repositories.some((one) => withoutCredentials(one.git_remote_url) === withoutCredentials(address.trim()));
    if (known) return setFault(t('create.paste_known'));
    // The first address also sets the observer.
    const guessed = { ...observer, account_name: pasted.account, source_type: pasted.source };
    form.change({
      repositories: [...repositories, pasted.repository],
      observer: observer.account_name === '' && pasted.account !== '' ? guessed : observer,
    });
    setAddress('');
    return setFault(null);
  };
  const missing = form.faults['git_repositories'];
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-start">
        <TextInput
          flex={1}
          maw={640}
          label={t('create.paste')}
          description={t('create.paste_hint')}
          spellCheck={false}
          autoComplete="off"
          error={fault ?? undefined}
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button mt={37} variant="default" leftSection={<PlusIcon />} disabled={address.trim() === ''} onClick={add}>
          {t('create.paste_action')}
        </Button>
        <Button mt={37} variant="subtle" color="gray" onClick={() => form.change({ repositories: [...repositories, EMPTY_REPOSITORY] })}>
          {t('create.add_empty')}
        </Button>
      </Group>
      {missing !== undefined && (
        <Text className={classes['fault']} role="alert">
          {texts.fault(missing)}
        </Text>
      )}
      <RepositoryList form={form} />
    </Stack>
  );
}
