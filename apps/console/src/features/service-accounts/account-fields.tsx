import type { ServiceAccount } from '@leakwatch/contracts';
import { parseProxyAddress, type ServiceAccountField } from '@leakwatch/rules';
import { SERVICE_ACCOUNT_NEEDS, SERVICE_ACCOUNT_SOURCES } from '@leakwatch/vocabulary';
import { Autocomplete, Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { SecretField } from '../../shared/pool/secret-field.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { type AccountDraft, keepsFormerCredentials } from './account-draft.ts';
import { useListFreeProxiesQuery } from './api.ts';

interface AccountFieldsProps {
  /** null for a new one. */
  readonly account: ServiceAccount | null;
  readonly draft: AccountDraft;
  readonly errorAt: (field: ServiceAccountField) => string | undefined;
  readonly onChange: (change: Partial<AccountDraft>) => void;
  readonly onLeave: (field: ServiceAccountField) => void;
}

/** As many as one request returns: far more than an installation has. */
const PROXIES_OFFERED = 1_000;
/** Entries of the drop-down; typing narrows it. */
const PROXIES_SHOWN = 50;

/** `ip:port`, with the proxies that are free to choose from. Another one is added with the account. */
function ProxyField({ account, draft: { source_type, proxy_ext }, errorAt, onChange, onLeave }: AccountFieldsProps) {
  const { t } = useTexts();
  const { data } = useListFreeProxiesQuery({ limit: PROXIES_OFFERED }, { refetchOnMountOrArgChange: true });
  const free = (data?.results ?? []).map(({ type, ip_address, port }) => `${type === 'socks5' ? 'socks5://' : ''}${ip_address}:${port}`);
  const typed = proxy_ext.trim();
  const isOther = data !== undefined && parseProxyAddress(typed) !== null && typed !== account?.proxy_ext && !free.includes(typed);
  return (
    <Autocomplete
      name="proxy_ext"
      label={t('serviceAccounts.column.proxy')}
      description={isOther ? t('serviceAccounts.proxy_unlisted') : t('serviceAccounts.proxy_hint')}
      required={SERVICE_ACCOUNT_NEEDS[source_type].proxy}
      // Proxies with the same address and port differ in their login; the server takes one of them.
      data={[...new Set(free)]}
      limit={PROXIES_SHOWN}
      // Within the dialog, so that its landmark holds the list too.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      value={proxy_ext}
      error={errorAt('proxy_ext')}
      onChange={(value) => onChange({ proxy_ext: value })}
      onBlur={() => onLeave('proxy_ext')}
      autoComplete="off"
      size="xs"
    />
  );
}

/** The fields of an account; its source says which of them are required. */
export function AccountFields(props: AccountFieldsProps) {
  const { t } = useTexts();
  const { account, draft, errorAt, onChange, onLeave } = props;
  const needs = SERVICE_ACCOUNT_NEEDS[draft.source_type];
  const text = (name: 'login' | 'phone') => ({
    name,
    value: draft[name],
    error: errorAt(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange({ [name]: event.currentTarget.value }),
    onBlur: () => onLeave(name),
    autoComplete: 'off',
  });
  return (
    <>
      <NativeSelect
        name="source_type"
        label={t('serviceAccounts.source')}
        description={t(`serviceAccounts.source_hint.${draft.source_type}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={SERVICE_ACCOUNT_SOURCES.map((value) => ({ value, label: t(`common.sources.${value}`) }))}
        value={draft.source_type}
        onChange={(event) =>
          onChange({ source_type: SERVICE_ACCOUNT_SOURCES.find((one) => one === event.currentTarget.value) ?? draft.source_type })
        }
        data-autofocus
      />
      <OrganisationSelect
        value={draft.company}
        required={needs.company}
        placeholder={needs.company ? t('serviceAccounts.fault.company_required') : undefined}
        description={t(needs.company ? 'serviceAccounts.organisation_needed' : 'serviceAccounts.organisation_hint')}
        error={errorAt('company')}
        onChange={(company) => onChange({ company })}
        onBlur={() => onLeave('company')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...text('login')} label={t('pool.login')} required={needs.credentials} />
        <SecretField
          label={t('serviceAccounts.password')}
          value={draft.password}
          stored={draft.has_password}
          required={needs.credentials}
          hint={keepsFormerCredentials(account, draft) ? t('serviceAccounts.will_be_blocked') : undefined}
          error={errorAt('password')}
          onChange={(password) => onChange({ password })}
          onBlur={() => onLeave('password')}
        />
      </SimpleGrid>
      <ProxyField {...props} />
      <TextInput
        {...text('phone')}
        label={t('serviceAccounts.phone')}
        description={t(draft.source_type === 'telegram' ? 'serviceAccounts.phone_needed' : 'serviceAccounts.phone_hint')}
        type="tel"
      />
      <Checkbox
        label={t('pool.reserved')}
        description={t('pool.reserved_hint')}
        checked={draft.reserved_for_discovery}
        onChange={(event) => onChange({ reserved_for_discovery: event.currentTarget.checked })}
      />
    </>
  );
}
