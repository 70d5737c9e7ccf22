import type { ServiceAccount } from '@leakwatch/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { useEdited } from '../../shared/lib/use-edited.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { AccountForm } from './account-form.tsx';
import { useGetServiceAccountQuery } from './api.ts';

/** Stands for a form whose account is loading, or could not be loaded. */
function NotLoaded({ error, onRetry, onClose }: { error: unknown; onRetry: () => void; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Stack gap="md">
      <DialogTitle>{t('serviceAccounts.one')}</DialogTitle>
      {error === undefined ? (
        <SkeletonRows rows={4} height={32} />
      ) : (
        <ProblemBlock title={t('serviceAccounts.one_failed')} problem={toProblem(error)} onRetry={onRetry} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * Adds an account, or changes one: the address says which. A link may lead to an account that the open page of the list does not hold; it is
 * loaded by itself. The form begins anew each time the dialog opens.
 */
export function AccountDialog({ listed }: { listed: readonly ServiceAccount[] | undefined }) {
  const [params, change] = useAddress();
  const isNew = params.get('dialog') === 'new';
  const id = readId(params, 'dialog');
  const isListed = listed === undefined || listed.some((one) => one.id === id);
  const query = useGetServiceAccountQuery(id ?? '', { skip: id === null || isListed, refetchOnMountOrArgChange: true });
  const edited = useEdited(id, query.currentData === undefined ? listed : [query.currentData]);
  const close = () => change({ dialog: null });
  const isMissing = id !== null && edited === null && listed !== undefined;
  return (
    <FormDialog opened={isNew || edited !== null || isMissing} onClose={close}>
      {isNew && <AccountForm account={null} onClose={close} />}
      {edited !== null && <AccountForm key={edited.id} account={edited} onClose={close} />}
      {isMissing && <NotLoaded error={query.isFetching ? undefined : query.error} onRetry={() => void query.refetch()} onClose={close} />}
    </FormDialog>
  );
}
