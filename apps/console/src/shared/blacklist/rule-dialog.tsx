import type { RuleForm } from '@leakwatch/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../ui/notify.tsx';
import { useMoveEvents } from './use-move-events.ts';
import { useRuleName } from './use-rule-name.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

interface RuleDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: (onSaved: (id: string, rule: RuleForm) => void) => ReactNode;
}

/** The dialog of a blacklist rule. It stays after the form is saved, to offer moving the matching events. */
export function RuleDialog({ opened, onClose, children }: RuleDialogProps) {
  const { t } = useTranslation();
  const nameOf = useRuleName();
  const offerMove = useMoveEvents();
  const onSaved = (id: string, rule: RuleForm) => {
    onClose();
    notifySuccess(t('blacklist.saved', { name: nameOf(rule) }));
    void offerMove(id, rule);
  };
  return (
    <FormDialog opened={opened} onClose={onClose}>
      {opened && children(onSaved)}
    </FormDialog>
  );
}
