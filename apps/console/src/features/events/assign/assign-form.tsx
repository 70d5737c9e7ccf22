import type { Member } from '@leakwatch/contracts';
import { CLOSE_REASON_CODES, CLOSE_REASON_NAMES, reasonSuits } from '@leakwatch/vocabulary';
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Problem } from '../../../shared/api/problem.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import { keepTyped } from '../../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../../../shared/lib/kept-typed.ts';
import type { TypedDraft } from '../../../shared/lib/use-dialog-form.ts';
import { useSending } from '../../../shared/lib/use-sending.ts';
import { useSentFocus } from '../../../shared/lib/use-sent-focus.ts';
import { DateField } from '../../../shared/ui/date-field.tsx';
import { useUnsaved } from '../../../shared/ui/form-dialog.tsx';
import { RefusalNote } from '../../../shared/ui/refusal-note.tsx';
import { SentFields } from '../../../shared/ui/sent-fields.tsx';
import { type Assignment, useListMembersQuery } from './api.ts';
import { type AssignDraft, changesOf, draftOf, NONE } from './assign-draft.ts';
import type { AssignTarget } from './use-assign.ts';

interface AssignFormProps {
  readonly target: AssignTarget;
  readonly onSend: (change: Assignment, member: Member | undefined) => Promise<Problem | null>;
  readonly onCancel: () => void;
}

const kept = new TypedKeeper<TypedDraft<AssignDraft>>();

/** A list that opens stays in the dialog, where screen readers look for it. */
const IN_DIALOG = { withinPortal: false };

/** The reasons that some of the events may have. Events beyond the page may have any. */
const reasonsOf = ({ events, everything }: AssignTarget) =>
  CLOSE_REASON_CODES.filter((code) => everything !== null || events.some(({ status }) => reasonSuits(code, status)));

/** The fields of the dialog. Only what a person changes is sent: of several events the rest stays as it is in each. */
export function AssignForm({ target, onSend, onCancel }: AssignFormProps) {
  const { t } = useTexts();
  const locale = useLocale();
  const me = useSettings()?.user_id;
  const [first] = target.events;
  const { data: members, isError } = useListMembersQuery({ org: target.everything?.org ?? undefined, event: first?.id });
  const [start] = useState(() => draftOf(target));
  const name = JSON.stringify([target.events.map(({ id }) => id), target.everything]);
  const found = useFoundTyped(kept, name);
  const [draft, setDraft] = useState(() => (found === null ? start : keepTyped(found.base, found.draft, start)));
  const texts = useCodeTexts();
  const root = useRef<HTMLFormElement>(null);
  const { problem, sending, forget, send: track } = useSending(t('events.assign.failed'));
  const onSent = useSentFocus(root, sending);
  const edit = (change: Partial<typeof draft>) => {
    forget();
    setDraft({ ...draft, ...change });
  };
  const change = changesOf(start, draft);
  const isUnsaved = Object.keys(change).length > 0;
  useUnsaved(isUnsaved);
  useKeepTyped(kept, name, isUnsaved ? { base: start, draft } : null);
  const single = target.everything === null && target.events.length === 1;
  const reasons = reasonsOf(target);
  const people = (members ?? []).toSorted((left, right) => Number(right.id === me) - Number(left.id === me));
  const placeholder = single ? undefined : t('events.assign.as_is');

  const send = async () => {
    const member = members?.find(({ id }) => id === draft.assignee);
    await track(onSend(change, member).then((error) => (error === null ? {} : { error })));
  };
  const noMember = problem?.code === 'member_not_found';
  const faultOf = (field: 'assignee' | 'due_date' | 'reason'): string | undefined => {
    const code = problem?.fields[field];
    return code === undefined ? undefined : texts.fault(code);
  };
  const isShown = (field: string) => field === 'assignee' || field === 'due_date' || (field === 'reason' && reasons.length > 0);
  const refusal = problem === null || noMember ? null : texts.refusal(problem, isShown);
  return (
    <form
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnsaved) return;
        void send();
        onSent();
      }}
    >
      <Stack gap="md">
        <SentFields sending={sending}>
          <Select
            data-autofocus
            label={t('events.assign.assignee')}
            placeholder={placeholder ?? ''}
            data={[
              { value: NONE, label: t('events.assign.nobody') },
              ...people.map(({ id, name }) => ({ value: id, label: id === me ? t('events.assign.me', { name }) : name })),
            ]}
            value={draft.assignee}
            error={noMember ? texts.problem(problem) : faultOf('assignee')}
            onChange={(assignee) => edit({ assignee })}
            allowDeselect={false}
            searchable
            openOnFocus={false}
            comboboxProps={IN_DIALOG}
          />
          {isError && (
            <Text c="dimmed" role="status">
              {t('events.assign.members_failed')}
            </Text>
          )}
          {members?.length === 0 && <Text c="dimmed">{t('events.assign.no_members')}</Text>}
          <DateField
            name="due_date"
            label={t('events.assign.due_date')}
            description={single ? t('events.assign.due_hint') : t('events.assign.as_is')}
            value={draft.due}
            error={faultOf('due_date')}
            onChange={(due) => edit({ due, noDue: false })}
          />
          {!single && (
            <Checkbox
              label={t('events.assign.no_due_date')}
              checked={draft.noDue}
              onChange={(event) => edit({ noDue: event.currentTarget.checked, due: '' })}
            />
          )}
          {reasons.length > 0 && (
            <Select
              label={t('events.assign.reason')}
              placeholder={placeholder ?? ''}
              data={[
                { value: NONE, label: t('events.assign.no_reason') },
                ...reasons.map((code) => ({ value: code, label: CLOSE_REASON_NAMES[locale][code] })),
              ]}
              value={draft.reason}
              error={faultOf('reason')}
              onChange={(reason) => edit({ reason })}
              allowDeselect={false}
              comboboxProps={IN_DIALOG}
            />
          )}
        </SentFields>
        {refusal !== null && <RefusalNote title={t('events.assign.failed')} text={refusal} problem={problem} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={sending} disabled={!isUnsaved}>
            {t('events.assign.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
