import { Alert, Button, Group, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { ask } from '../../shared/ui/ask.ts';
import { FactList } from '../../shared/ui/fact-list.tsx';
import { type Requester, useConfirmIdentityMutation, useDeclineIdentityMutation } from './api.ts';

interface AnswerFormProps {
  readonly code: string;
  readonly requester: Requester;
  readonly onAnswered: (outcome: 'accepted' | 'declined') => void;
  readonly onFailed: (problem: Problem) => void;
}

/** The person who asks, and the two answers; each asks for confirmation, because neither can be undone. */
export function AnswerForm({ code, requester, onAnswered, onFailed }: AnswerFormProps) {
  const { t } = useTexts();
  const [confirm, confirming] = useConfirmIdentityMutation();
  const [decline, declining] = useDeclineIdentityMutation();
  const { email, company } = requester;
  const name = `${requester.first_name} ${requester.last_name}`.trim();
  const answer = async (outcome: 'accepted' | 'declined') => {
    const accepts = outcome === 'accepted';
    const agreed = await ask({
      title: t(accepts ? 'identity.accept_title' : 'identity.decline_title'),
      text: t(accepts ? 'identity.accept_text' : 'identity.decline_text', { email }),
      confirm: t(accepts ? 'identity.accept' : 'identity.decline'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    const { error } = accepts ? await confirm({ code }) : await decline({ code });
    if (error === undefined) onAnswered(outcome);
    else onFailed(toProblem(error));
  };
  const isBusy = confirming.isLoading || declining.isLoading;
  return (
    <>
      <Text c="dimmed">{t('identity.lead')}</Text>
      <FactList
        facts={[
          [t('identity.email'), email],
          [t('identity.company'), company ?? t('identity.not_given')],
          [t('identity.name'), name === '' ? t('identity.not_given') : name],
        ]}
      />
      <Alert variant="outline" color="accent" icon={<AlertIcon />}>
        {t('identity.warning')}
      </Alert>
      <Group gap="sm">
        <Button loading={confirming.isLoading} disabled={isBusy} onClick={() => void answer('accepted')}>
          {t('identity.accept')}
        </Button>
        <Button variant="default" loading={declining.isLoading} disabled={isBusy} onClick={() => void answer('declined')}>
          {t('identity.decline')}
        </Button>
      </Group>
    </>
  );
}
