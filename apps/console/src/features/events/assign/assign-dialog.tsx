import { Stack } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Problem } from '../../../shared/api/problem.ts';
import { DialogHead } from '../../../shared/ui/dialog-title.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { AssignForm } from './assign-form.tsx';
import type { Assignment } from './api.ts';
import type { AssignTarget } from './use-assign.ts';
import type { Member } from '@leakwatch/contracts';

interface AssignDialogProps {
  readonly target: AssignTarget;
  /** How many events change. */
  readonly count: number;
  readonly onAssign: (change: Assignment, member: Member | undefined) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Assignee, due date and reason of one event, of the selected ones, or of all that match. */
export function AssignDialog({ target, count, onAssign, onClose }: AssignDialogProps) {
  const { t } = useTexts();
  return (
    <FormDialog opened onClose={onClose}>
      <Stack gap="md">
        <DialogHead onClose={onClose}>{t('events.assign.title', { count })}</DialogHead>
        <AssignForm
          target={target}
          onCancel={onClose}
          onSend={async (change, member) => {
            const problem = await onAssign(change, member);
            if (problem === null) onClose();
            return problem;
          }}
        />
      </Stack>
    </FormDialog>
  );
}
