import { parseProxyList, PROXIES_MAX } from '@leakwatch/rules';
import { Checkbox, Textarea } from '@mantine/core';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { FormDialog, useUnsaved } from '../../shared/ui/form-dialog.tsx';
import { notifyEntry, notifySuccess } from '../../shared/ui/notify.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { selectPart } from '../../shared/ui/select-part.ts';
import { useCreateProxiesMutation } from './api.ts';
import { useMayBeOwn } from '../../shared/lib/use-may-be-own.ts';
import { useSending } from '../../shared/lib/use-sending.ts';

/** Characters of a malformed entry that a message shows. */
const SHOWN = 80;
const ROWS = { minRows: 6, maxRows: 14 };

const ENTRIES = /\S+/g;
const entriesOf = (text: string): string[] => text.match(ENTRIES) ?? [];

function AddForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useTexts();
  const texts = useCodeTexts();
  const [text, setText] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const [company, setCompany] = useState<string | null>(null);
  const [reserved, setReserved] = useState(false);
  const [fault, setFault] = useState<string>();
  useUnsaved(text.trim() !== '');
  const [create] = useCreateProxiesMutation();
  const { problem, sending, forget, send, isHere } = useSending(t('proxies.add_failed'));
  const mayBeOwn = useMayBeOwn(problem);
  const ofOrganisation = problem?.code === 'organisation_not_found';
  const ofList = problem?.code === 'proxies_exist' || problem?.code === 'proxy_entry_malformed';
  const entries = entriesOf(text);
  const edit = (typed: string) => {
    forget();
    setFault(undefined);
    setText(typed);
  };
  /** What is wrong with the list; undefined when it can be sent. The first malformed entry is named in a message too. */
  const check = (): string | undefined => {
    if (entries.length === 0) return t('proxies.list_required');
    if (entries.length > PROXIES_MAX) return t('proxies.list_too_long', { max: formatNumber(PROXIES_MAX, locale) });
    const list = parseProxyList(text);
    if (!('malformed' in list)) return undefined;
    const { malformed, position } = list;
    notifyEntry(t('proxies.entry_failed', { entry: malformed.length > SHOWN ? `${malformed.slice(0, SHOWN)}…` : malformed }));
    selectPart(area.current, ENTRIES, position);
    return t('proxies.entry_malformed', { position });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = check();
    setFault(found);
    if (found !== undefined) return;
    const result = await send(create({ company, proxies: entries, reserved_for_discovery: reserved }));
    if (result.error !== undefined) return;
    notifySuccess(t('proxies.added', { count: result.data.count }));
    if (isHere()) onClose();
  };
  const refusal = problem === null || ofList || ofOrganisation ? null : texts.refusal(problem, () => false);
  return (
    <DialogForm
      title={t('proxies.add_title')}
      form={{ submit: (event) => void submit(event), refusal, problem, mayBeOwn, saving: sending }}
      failed={t('proxies.add_failed')}
      send={entries.length === 0 ? t('proxies.add') : t('proxies.add_count', { count: entries.length })}
      onCancel={onClose}
    >
      <Textarea
        ref={area}
        name="proxies"
        label={t('proxies.list')}
        description={t('proxies.list_hint')}
        placeholder="198.51.100.7:3128:login:password"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        autosize
        {...ROWS}
        required
        value={text}
        error={fault ?? (ofList ? texts.problem(problem) : undefined)}
        onChange={(event) => edit(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <OrganisationSelect
        value={company}
        description={t('proxies.organisation_hint')}
        error={ofOrganisation ? texts.problem(problem) : undefined}
        onChange={(wanted) => {
          forget();
          setCompany(wanted);
        }}
      />
      <Checkbox
        label={t('pool.reserved')}
        description={t('pool.reserved_hint')}
        checked={reserved}
        onChange={(event) => setReserved(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}

/** Adds a list of proxies: all of it, or none. The form begins anew each time the dialog opens. */
export function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog opened={opened} onClose={onClose} size="lg">
      {opened && <AddForm onClose={onClose} />}
    </FormDialog>
  );
}
