import { Button, Group, Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { readId } from '../../../shared/lib/read-id.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { POLLED } from '../../../shared/pool/poll.ts';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { useGetServiceAccountQuery } from '../api.ts';
import { useAccountName } from '../use-account-name.ts';
import { ChannelList } from './channel-list.tsx';
import { TelegramControl } from './telegram-control.tsx';

function Loaded({ id }: { id: string }) {
  const { t } = useTexts();
  const nameOf = useAccountName();
  const { currentData: account, error, refetch } = useGetServiceAccountQuery(id, POLLED);
  const reload = useCallback(() => void refetch(), [refetch]);
  if (account === undefined)
    return (
      <>
        <DialogTitle>{t('serviceAccounts.telegram.title')}</DialogTitle>
        {error === undefined ? (
          <SkeletonRows rows={4} height={32} />
        ) : (
          <ProblemBlock title={t('serviceAccounts.one_failed')} problem={toProblem(error)} onRetry={reload} />
        )}
      </>
    );
  return (
    <>
      <DialogTitle>{nameOf(account)}</DialogTitle>
      {account.source_type === 'telegram' ? (
        <>
          <TelegramControl account={account} reload={reload} />
          <ChannelList account={id} />
        </>
      ) : (
        <Text>{t('serviceAccounts.telegram.other_source')}</Text>
      )}
    </>
  );
}

/** Controls an account of Telegram: the address says which. */
export function TelegramDialog() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const id = readId(params, 'telegram');
  const close = () => change({ telegram: null });
  return (
    <FormDialog opened={id !== null} onClose={close}>
      {id !== null && (
        <Stack gap="md">
          <Loaded key={id} id={id} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
          </Group>
        </Stack>
      )}
    </FormDialog>
  );
}
