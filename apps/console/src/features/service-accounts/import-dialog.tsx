import {
  parseServiceAccountList,
  SERVICE_ACCOUNT_FAULTS,
  SERVICE_ACCOUNT_LINE_MAX,
  SERVICE_ACCOUNTS_MAX,
  SERVICE_LOGIN_MAX,
  type ServiceAccountLineFault,
} from '@leakwatch/rules';
import { SERVICE_ACCOUNT_NEEDS, SERVICE_ACCOUNT_SOURCES, type ServiceAccountSource } from '@leakwatch/vocabulary';
import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { FormDialog, useUnsaved } from '../../shared/ui/form-dialog.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { selectPart } from '../../shared/ui/select-part.ts';
import { useCreateServiceAccountsMutation } from './api.ts';
import { useMayBeOwn } from '../../shared/lib/use-may-be-own.ts';
import { useSending } from '../../shared/lib/use-sending.ts';

const ROWS = { minRows: 6, maxRows: 14 };
const PLACEHOLDERS: Readonly<Record<ServiceAccountSource, string>> = {
  github: 'login token 198.51.100.7:3128',
  gist: '198.51.100.7:3128',
  gitlab_cloud: 'login token 198.51.100.7:3128',
  telegram: 'login password +79001234567',
  google_docs: 'login key 198.51.100.7:3128',
};

/** Lines that are not empty. */
const LINES = /^.*\S.*$/gm;
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with a line, and with which. */
function useLineFault(): (position: number, fault: ServiceAccountLineFault) => string {
  const { t, locale } = useTexts();
  return (position, fault) => {
    const known = SERVICE_ACCOUNT_FAULTS.find((one) => one === fault);
    const max = formatNumber(known === undefined ? SERVICE_ACCOUNT_LINE_MAX : SERVICE_LOGIN_MAX, locale);
    const text =
      known === undefined
        ? t(fault === 'line_too_long' ? 'serviceAccounts.import.line_too_long' : 'serviceAccounts.import.line_malformed', { max })
        : t(`serviceAccounts.fault.${known}`, { max });
    return t('serviceAccounts.import.line', { position, fault: text });
  };
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useTexts();
  const texts = useCodeTexts();
  const lineFault = useLineFault();
  const [source, setSource] = useState<ServiceAccountSource>('github');
  const [company, setCompany] = useState<string | null>(null);
  const [text, setText] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const [reserved, setReserved] = useState(false);
  const [fault, setFault] = useState<{ field: 'company' | 'list'; text: string }>();
  useUnsaved(text.trim() !== '');
  const [create] = useCreateServiceAccountsMutation();
  const { problem, sending, forget, send, isHere } = useSending(t('serviceAccounts.import.failed'));
  const needs = SERVICE_ACCOUNT_NEEDS[source];
  const lines = linesOf(text);
  const edit = () => {
    forget();
    setFault(undefined);
  };
  const check = (): typeof fault => {
    if (needs.company && company === null) return { field: 'company', text: t('serviceAccounts.fault.company_required') };
    if (lines.length === 0) return { field: 'list', text: t('serviceAccounts.import.required') };
    if (lines.length > SERVICE_ACCOUNTS_MAX)
      return { field: 'list', text: t('serviceAccounts.import.too_long', { max: formatNumber(SERVICE_ACCOUNTS_MAX, locale) }) };
    const list = parseServiceAccountList(text, { source_type: source, company });
    if (!('fault' in list)) return undefined;
    selectPart(area.current, LINES, list.position);
    return { field: 'list', text: lineFault(list.position, list.fault) };
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = check();
    setFault(found);
    if (found !== undefined) return;
    const result = await send(create({ source_type: source, company, accounts: lines, reserved_for_discovery: reserved }));
    if (result.error !== undefined) {
      selectPart(area.current, LINES, Number(toProblem(result.error).details['position']));
      return;
    }
    notifySuccess(t('serviceAccounts.import.added', { count: result.data.count }));
    if (isHere()) onClose();
  };
  const mayBeOwn = useMayBeOwn(problem);
  const ofOrganisation = problem?.code === 'organisation_not_found';
  const position = problem?.details['position'];
  /** What the server says of a line. */
  const refused = problem !== null && position !== undefined ? texts.problem(problem) : undefined;
  const ofLine =
    refused === undefined || problem?.code === 'service_account_line_invalid'
      ? refused
      : t('serviceAccounts.import.line', { position, fault: refused });
  const errorOf = (field: 'company' | 'list') => (fault?.field === field ? fault.text : undefined);
  return (
    <DialogForm
      title={t('serviceAccounts.import.title')}
      form={{
        submit: (event) => void submit(event),
        refusal: problem === null || ofOrganisation || ofLine !== undefined ? null : texts.refusal(problem, () => false),
        problem,
        mayBeOwn,
        saving: sending,
      }}
      failed={t('serviceAccounts.import.failed')}
      send={lines.length === 0 ? t('serviceAccounts.import.add') : t('serviceAccounts.import.add_count', { count: lines.length })}
      onCancel={onClose}
    >
      <NativeSelect
        name="source_type"
        label={t('serviceAccounts.source')}
        description={t(`serviceAccounts.source_hint.${source}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={SERVICE_ACCOUNT_SOURCES.map((value) => ({ value, label: t(`common.sources.${value}`) }))}
        value={source}
        onChange={(event) => {
          edit();
          setSource(SERVICE_ACCOUNT_SOURCES.find((one) => one === event.currentTarget.value) ?? source);
        }}
        data-autofocus
      />
      <OrganisationSelect
        value={company}
        required={needs.company}
        placeholder={needs.company ? t('serviceAccounts.fault.company_required') : undefined}
        description={t(needs.company ? 'serviceAccounts.organisation_needed' : 'serviceAccounts.organisation_hint')}
        error={errorOf('company') ?? (ofOrganisation ? texts.problem(problem) : undefined)}
        onChange={(wanted) => {
          edit();
          setCompany(wanted);
        }}
      />
      <Textarea
        ref={area}
        name="accounts"
        label={t('serviceAccounts.import.list')}
        description={t('serviceAccounts.import.hint')}
        placeholder={PLACEHOLDERS[source]}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        autosize
        {...ROWS}
        required
        value={text}
        error={errorOf('list') ?? ofLine}
        onChange={(event) => {
          edit();
          setText(event.currentTarget.value);
        }}
        autoComplete="off"
        spellCheck={false}
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

/** Adds a list of accounts of one source: all of it, or none. What was typed holds secrets, so the form begins anew each time. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog opened={opened} onClose={onClose} size="lg">
      {opened && <ImportForm onClose={onClose} />}
    </FormDialog>
  );
}
