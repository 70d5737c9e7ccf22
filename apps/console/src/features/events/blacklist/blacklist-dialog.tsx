import type { EventRow } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { draftOfEvent } from '../../../shared/blacklist/rule-draft.ts';
import { RuleDialog } from '../../../shared/blacklist/rule-dialog.tsx';
import { RuleForm } from '../../../shared/blacklist/rule-form.tsx';

/** The dialog of a blacklist rule, filled from an event. */
export function BlacklistDialog({ event, onClose }: { event: EventRow | undefined; onClose: () => void }) {
  const { t } = useTexts();
  const start = event === undefined ? null : draftOfEvent(event);
  return (
    <RuleDialog opened={start !== null} onClose={onClose}>
      {(onSaved) =>
        start !== null &&
        event !== undefined && (
          <RuleForm
            start={start}
            saved={null}
            from={t('blacklist.from_event', { pattern: event.pattern, repository: event.repo_name })}
            onSaved={onSaved}
            onClose={onClose}
          />
        )
      }
    </RuleDialog>
  );
}
