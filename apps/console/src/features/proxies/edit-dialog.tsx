import type { Proxy } from '@leakwatch/contracts';
import { checkProxy, PROXY_FAULTS, PROXY_LOGIN_MAX, PROXY_PASSWORD_MAX, type ProxyField } from '@leakwatch/rules';
import { PROXY_TYPES } from '@leakwatch/vocabulary';
import { Checkbox, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useLeftFields } from '../../shared/lib/use-left-fields.ts';
import { SecretField } from '../../shared/pool/secret-field.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { FormFoot } from '../../shared/ui/form-foot.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { useChangeProxyMutation } from './api.ts';
import { changeOf, draftOf, type ProxyDraft } from './proxy-draft.ts';
import { proxyName } from './proxy-name.ts';

const MAX: Readonly<Partial<Record<ProxyField, number>>> = { login: PROXY_LOGIN_MAX, password: PROXY_PASSWORD_MAX };
/** The field that a refusal is about. */
const REFUSED = { proxy_exists: 'ip_address', proxy_of_other_company: 'company', organisation_not_found: 'company' } as const;
const isRefused = (code: string): code is keyof typeof REFUSED => code in REFUSED;

function EditForm({ proxy, onClose }: { proxy: Proxy; onClose: () => void }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [draft, setDraft] = useState(() => draftOf(proxy));
  const form = useLeftFields(checkProxy(draft));
  const [change, { isLoading, error, reset }] = useChangeProxyMutation();
  const problem = error === undefined ? null : toProblem(error);
  const faultText = (code: string, field: ProxyField): string => {
    const fault = PROXY_FAULTS.find((one) => one === code);
    return fault === undefined ? texts.fault(code) : t(`proxies.fault.${fault}`, { max: MAX[field] });
  };
  const refusedAt = problem !== null && isRefused(problem.code) ? REFUSED[problem.code] : undefined;
  const errorAt = (field: ProxyField | 'company'): string | undefined => {
    const code = (field === 'company' ? undefined : form.faultAt(field)) ?? problem?.fields[field];
    if (code !== undefined) return field === 'company' ? texts.fault(code) : faultText(code, field);
    return problem !== null && refusedAt === field ? texts.problem(problem) : undefined;
  };
  const edit = (wanted: Partial<ProxyDraft>) => {
    reset();
    setDraft((now) => ({ ...now, ...wanted }));
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!form.mayBeSent()) return;
    const body = changeOf(proxy, draft);
    if (Object.keys(body).length > 0) {
      const result = await change({ id: proxy.id, body });
      if (result.error !== undefined) return;
      notifySuccess(t('proxies.changed', { name: proxyName(result.data) }));
    }
    onClose();
  };
  const field = (name: 'ip_address' | 'port' | 'login') => ({
    name,
    value: draft[name],
    error: errorAt(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => edit({ [name]: event.currentTarget.value }),
    onBlur: () => form.leave(name),
    autoComplete: 'off',
    required: true,
  });
  const isShownAtField = problem !== null && (refusedAt !== undefined || Object.keys(problem.fields).length > 0);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t('proxies.edit_title', { name: proxyName(proxy) })}</DialogTitle>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('ip_address')} label={t('proxies.field.address')} data-autofocus />
          <TextInput {...field('port')} label={t('proxies.field.port')} inputMode="numeric" />
          <TextInput {...field('login')} label={t('pool.login')} />
          <SecretField
            label={t('pool.password')}
            value={draft.password}
            stored={draft.has_password}
            required
            error={errorAt('password')}
            onChange={(password) => edit({ password })}
            onBlur={() => form.leave('password')}
          />
        </SimpleGrid>
        <NativeSelect
          name="type"
          label={t('proxies.field.type')}
          data={PROXY_TYPES.map((value) => ({ value, label: t(`proxies.type.${value}`) }))}
          value={draft.type}
          onChange={(event) => edit({ type: PROXY_TYPES.find((one) => one === event.currentTarget.value) ?? draft.type })}
        />
        <OrganisationSelect
          value={draft.company}
          description={t('proxies.organisation_hint')}
          error={errorAt('company')}
          onChange={(company) => edit({ company })}
        />
        <Checkbox
          label={t('pool.reserved')}
          description={t('pool.reserved_hint')}
          checked={draft.reserved_for_discovery}
          onChange={(event) => edit({ reserved_for_discovery: event.currentTarget.checked })}
        />
        <FormFoot
          refusal={problem === null || isShownAtField ? null : { title: t('proxies.change_failed'), text: texts.problem(problem) }}
          submit={t('pool.save')}
          saving={isLoading}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Changes a proxy; null closes the dialog. */
export function EditDialog({ proxy, onClose }: { proxy: Proxy | null; onClose: () => void }) {
  return (
    <Modal opened={proxy !== null} onClose={onClose} withCloseButton={false} closeOnClickOutside={false}>
      {proxy !== null && <EditForm key={proxy.id} proxy={proxy} onClose={onClose} />}
    </Modal>
  );
}
