import type { Proxy } from '@leakwatch/contracts';
import { checkProxy, PROXY_FAULTS, PROXY_LOGIN_MAX, PROXY_PASSWORD_MAX, type ProxyField } from '@leakwatch/rules';
import { PROXY_TYPES } from '@leakwatch/vocabulary';
import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { SecretField } from '../../shared/pool/secret-field.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { useChangeProxyMutation, useLazyGetProxyQuery } from './api.ts';
import { changeOf, draftOf, type ProxyDraft } from './proxy-draft.ts';
import { proxyName } from './proxy-name.ts';

const MAX: Readonly<Partial<Record<ProxyField, number>>> = { login: PROXY_LOGIN_MAX, password: PROXY_PASSWORD_MAX };

const kept = new TypedKeeper<TypedDraft<ProxyDraft>>();

function EditForm({ proxy, onClose }: { proxy: Proxy; onClose: () => void }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [change] = useChangeProxyMutation();
  const [read] = useLazyGetProxyQuery();
  const { stored, latest } = useStored<Proxy, ProxyDraft>(proxy, ({ id }) => read(id), draftOf);
  const failed = t('proxies.change_failed');
  const { draft, edit, leave, errorAt, ...form } = useDialogForm<ProxyDraft, ProxyField | 'company'>({
    start: () => draftOf(proxy),
    check: checkProxy,
    save: async (wanted) => {
      const before = stored ?? proxy;
      const body = changeOf(before, wanted);
      if (Object.keys(body).length === 0) return null;
      const result = await change({ id: before.id, body: { ...body, version: before.version } });
      if (result.error === undefined) notifySuccess(t('proxies.changed', { name: proxyName(result.data) }));
      return problemOf(result);
    },
    latest,
    kept: { keeper: kept, name: proxy.id, withoutSecrets: (typed) => ({ ...typed, password: '' }) },
    onClose,
    failed,
    refused: { proxy_exists: 'ip_address', proxy_of_other_company: 'company', organisation_not_found: 'company' },
    faultText: (code, name) => {
      const fault = PROXY_FAULTS.find((one) => one === code);
      if (fault === undefined || name === 'company') return texts.fault(code);
      return t(`proxies.fault.${fault}`, { max: MAX[name] });
    },
  });
  const field = (name: 'ip_address' | 'port' | 'login') => ({
    name,
    value: draft[name],
    error: errorAt(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => edit({ [name]: event.currentTarget.value }),
    onBlur: () => leave(name),
    autoComplete: 'off',
    required: true,
  });
  return (
    <DialogForm
      title={t('proxies.edit_title', { name: proxyName(proxy) })}
      form={form}
      failed={failed}
      send={t('pool.save')}
      onCancel={onClose}
    >
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
          onBlur={() => leave('password')}
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
    </DialogForm>
  );
}

/** Changes a proxy; null closes the dialog. */
export function EditDialog({ proxy, onClose }: { proxy: Proxy | null; onClose: () => void }) {
  return (
    <FormDialog opened={proxy !== null} onClose={onClose}>
      {proxy !== null && <EditForm key={proxy.id} proxy={proxy} onClose={onClose} />}
    </FormDialog>
  );
}
