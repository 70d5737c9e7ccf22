import type { OrganisationRow } from '@leakwatch/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { ask, askWhich } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useDeleteOrganisationMutation } from './api.ts';

interface Deletion {
  /** The organisation that is being deleted. */
  readonly deleting: string | null;
  readonly remove: (organisation: OrganisationRow) => Promise<void>;
}

/** Deletes an organisation after a question, and after a second one about its users where it has some. */
export function useDeleteOrganisation(): Deletion {
  const { t, locale } = useTexts();
  const [deleteOrganisation] = useDeleteOrganisationMutation();
  const [deleting, setDeleting] = useState<string | null>(null);

  /** Whether to delete the users too; null when the person does not go on. */
  const askAboutUsers = async ({ name, users }: OrganisationRow): Promise<boolean | null> => {
    if (users === 0) return false;
    const chosen = await askWhich({
      title: t('organisations.delete.users_title'),
      text: t('organisations.delete.users_text', { name, count: users }),
      choices: [
        { value: 'keep', label: t('organisations.delete.users_keep') },
        { value: 'cascade', label: t('organisations.delete.users_too') },
      ],
      cancel: t('common.cancel'),
    });
    return chosen === null ? null : chosen === 'cascade';
  };

  const remove = async (organisation: OrganisationRow) => {
    const { id, name, tasks, events } = organisation;
    const shown = (count: number | null) => (count === null ? '–' : formatNumber(count, locale));
    const agreed = await ask({
      title: t('organisations.delete.title'),
      text: t('organisations.delete.text', { name, tasks: shown(tasks), events: shown(events) }),
      confirm: t('organisations.delete.action'),
      cancel: t('common.cancel'),
    });
    const cascade = agreed ? await askAboutUsers(organisation) : null;
    if (cascade === null) return;
    setDeleting(id);
    const { error } = await deleteOrganisation({ id, cascade });
    setDeleting(null);
    if (error === undefined) notifySuccess(t('organisations.delete.done', { name }));
    else notifyProblem(t('organisations.delete.failed', { name }), error);
  };
  return { deleting, remove };
}
