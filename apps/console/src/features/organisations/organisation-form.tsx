import type { OrganisationDetail } from '@leakwatch/contracts';
import { ORGANISATION_FAULTS, type OrganisationField, STORAGE_QUOTA_MAX, shownName } from '@leakwatch/rules';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeOrganisationMutation, useCreateOrganisationMutation, useLazyGetOrganisationQuery } from './api.ts';
import { changesOf, draftFaults, draftOf, newDraft, type OrganisationDraft, toBody } from './organisation-draft.ts';
import { OrganisationFields } from './organisation-fields.tsx';

const kept = new TypedKeeper<TypedDraft<OrganisationDraft>>();

/** The form of an organisation, or of a new one. */
export function OrganisationForm({ organisation, onClose }: { organisation: OrganisationDetail | null; onClose: () => void }) {
  const { t, locale } = useTexts();
  const texts = useCodeTexts();
  const [read] = useLazyGetOrganisationQuery();
  // As it was when the dialog opened: a change by a colleague meanwhile is not undone.
  const { stored, latest } = useStored(organisation, ({ id }) => read(id), draftOf);
  const before = stored === null ? null : draftOf(stored);
  const [create] = useCreateOrganisationMutation();
  const [change] = useChangeOrganisationMutation();
  const failed = t(organisation === null ? 'organisations.create_failed' : 'organisations.change_failed');
  const form = useDialogForm<OrganisationDraft, OrganisationField>({
    start: () => before ?? newDraft(),
    check: draftFaults,
    save: async (draft) => {
      if (stored === null || before === null) return problemOf(await create(toBody(draft)));
      const body = changesOf(draft, before);
      return Object.keys(body).length === 0 ? null : problemOf(await change({ id: stored.id, body: { ...body, version: stored.version } }));
    },
    latest,
    kept: { keeper: kept, name: organisation?.id ?? 'new' },
    onSaved: ({ name }) =>
      void notifySuccess(t(organisation === null ? 'organisations.created' : 'organisations.changed', { name: shownName(name) })),
    onClose,
    failed,
    refused: { organisation_exists: 'name', tariff_not_found: 'tariff' },
    faultText: (code) => {
      const fault = ORGANISATION_FAULTS.find((one) => one === code);
      return fault === undefined ? texts.fault(code) : t(`organisations.fault.${fault}`, { max: formatNumber(STORAGE_QUOTA_MAX, locale) });
    },
  });
  return (
    <DialogForm
      title={t(organisation === null ? 'organisations.create_title' : 'organisations.change_title')}
      form={form}
      failed={failed}
      send={t(organisation === null ? 'organisations.create' : 'organisations.save')}
      onCancel={onClose}
    >
      <OrganisationFields draft={form.draft} before={before} faultAt={form.errorAt} onChange={form.edit} onLeave={form.leave} />
    </DialogForm>
  );
}
