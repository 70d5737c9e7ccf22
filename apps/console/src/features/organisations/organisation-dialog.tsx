import { Stack } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { useGetOrganisationQuery } from './api.ts';
import { OrganisationForm } from './organisation-form.tsx';

/** Loads the organisation before its form opens. */
function Change({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTexts();
  const { currentData, error, refetch, isFetching } = useGetOrganisationQuery(id, { refetchOnMountOrArgChange: true });
  if (currentData !== undefined) return <OrganisationForm organisation={currentData} onClose={onClose} />;
  return (
    <Stack gap="md">
      <DialogTitle>{t('organisations.change_title')}</DialogTitle>
      {error !== undefined && !isFetching ? (
        <ProblemBlock title={t('organisations.get_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={36} />
      )}
    </Stack>
  );
}

/** Creates or changes an organisation: `dialog` is `new`, its id, or null while it is closed. The form begins anew each time it opens. */
export function OrganisationDialog({ dialog, onClose }: { dialog: string | null; onClose: () => void }) {
  return (
    <FormDialog opened={dialog !== null} onClose={onClose}>
      {dialog === 'new' && <OrganisationForm organisation={null} onClose={onClose} />}
      {dialog !== null && dialog !== 'new' && <Change key={dialog} id={dialog} onClose={onClose} />}
    </FormDialog>
  );
}
