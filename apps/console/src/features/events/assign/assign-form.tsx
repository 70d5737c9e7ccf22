import type { Member } from '@leakwatch/contracts';
import { CLOSE_REASON_CODES, CLOSE_REASON_NAMES, reasonSuits } from '@leakwatch/vocabulary';
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../shared/api/settings.ts';
import { useLocale } from '../../../shared/i18n/use-locale.ts';
import { keepTyped } from '../../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../../../shared/lib/kept-typed.ts';
import type { TypedDraft } from '../../../shared/lib/use-dialog-form.ts';
import { DateField } from '../../../shared/ui/date-field.tsx';
import { useUnsaved } from '../../../shared/ui/form-dialog.tsx';
import { SentFields } from '../../../shared/ui/sent-fields.tsx';
import { type Assignment, useListMembersQuery } from './api.ts';
import { type AssignDraft, changesOf, draftOf, NONE } from './assign-draft.ts';
import type { AssignTarget } from './use-assign.ts';

interface AssignFormProps {
  readonly target: AssignTarget;
  readonly onSend: (change: Assignment, member: Member | undefined) => Promise<void>;
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
  const { t } = useTranslation();
  const locale = useLocale();
  const me = useSettings()?.user_id;
  const [first] = target.events;
  const { data: members, isError } = useListMembersQuery({ org: target.everything?.org ?? undefined, event: first?.id });
  const [start] = useState(() => draftOf(target));
  const name = JSON.stringify([target.events.map(({ id }) => id), target.everything]);
  const found = useFoundTyped(kept, name);
  const [draft, setDraft] = useState(() => (found === null ? start : keepTyped(found.base, found.draft, start)));
  const [sending, setSending] = useState(false);
  const edit = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const change = changesOf(start, draft);
  const isUnsaved = Object.keys(change).length > 0;
  useUnsaved(isUnsaved);
  useKeepTyped(kept, name, isUnsaved ? { base: start, draft } : null);
  const single = target.everything === null && target.events.length === 1;
  const reasons = reasonsOf(target);
  const people = (members ?? []).toSorted((left, right) => Number(right.id === me) - Number(left.id === me));
  const placeholder = single ? undefined : t('events.assign.as_is');

  const send = async () => {
    setSending(true);
    await onSend(
      change,
      members?.find(({ id }) => id === draft.assignee),
    );
    setSending(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnsaved) void send();
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
            error={undefined}
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
              onChange={(reason) => edit({ reason })}
              allowDeselect={false}
              comboboxProps={IN_DIALOG}
            />
          )}
        </SentFields>
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
