import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { useMoveEvents } from './use-move-events.ts';
import type { OnRuleSaved } from './use-save-rule.ts';
import { useRuleName } from './use-rule-name.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

interface RuleDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: (onSaved: OnRuleSaved) => ReactNode;
}

/** The dialog of a blacklist rule. It stays after the form is saved, to offer moving the matching events. */
export function RuleDialog({ opened, onClose, children }: RuleDialogProps) {
  const { t } = useTexts();
  const nameOf = useRuleName();
  const offerMove = useMoveEvents();
  const onSaved: OnRuleSaved = (id, rule, isOpen) => {
    if (isOpen) onClose();
    notifySuccess(t('blacklist.saved', { name: nameOf(rule) }));
    void offerMove(id, rule);
  };
  return (
    <FormDialog opened={opened} onClose={onClose}>
      {opened && children(onSaved)}
    </FormDialog>
  );
}
