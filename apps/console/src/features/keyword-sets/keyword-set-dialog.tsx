import { Button, Group, Stack } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { useGetKeywordSetQuery } from './api.ts';
import { KeywordSetForm } from './keyword-set-form.tsx';
import { KeywordSetView } from './keyword-set-view.tsx';

interface LoadedProps {
  readonly id: string;
  readonly editing: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function Loaded({ id, editing, onEdit, onClose }: LoadedProps) {
  const { t } = useTexts();
  const { currentData: set, error, refetch } = useGetKeywordSetQuery(id);
  if (set !== undefined)
    return editing ? <KeywordSetForm set={set} onClose={onClose} /> : <KeywordSetView set={set} onEdit={onEdit} onClose={onClose} />;
  return (
    <Stack gap="md">
      <DialogTitle>{t('keywordSets.one')}</DialogTitle>
      {error === undefined ? (
        <SkeletonRows rows={5} height={28} />
      ) : (
        <ProblemBlock title={t('keywordSets.one_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What is open: a new set, or one that is read or edited. */
export type OpenSet = { readonly id: null } | { readonly id: string; readonly editing: boolean };

interface KeywordSetDialogProps {
  readonly open: OpenSet | null;
  readonly onEdit: (id: string) => void;
  readonly onClose: () => void;
}

/** Creates, shows or changes a keyword set. The form begins anew each time the dialog opens. */
export function KeywordSetDialog({ open, onEdit, onClose }: KeywordSetDialogProps) {
  return (
    <FormDialog opened={open !== null} onClose={onClose}>
      {open !== null &&
        (open.id === null ? (
          <KeywordSetForm set={null} onClose={onClose} />
        ) : (
          <Loaded key={open.id} id={open.id} editing={open.editing} onEdit={() => onEdit(open.id)} onClose={onClose} />
        ))}
    </FormDialog>
  );
}
