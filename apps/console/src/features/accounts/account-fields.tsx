import { LOCALES } from '@leakwatch/vocabulary';
import { ACCOUNT_NAME_MAX, type AccountField } from '@leakwatch/rules';
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ask } from '../../shared/ui/ask.ts';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { type AccountDraft, generatePassword } from './account-draft.ts';

export interface AccountFieldsProps {
  readonly draft: AccountDraft;
  readonly isNew: boolean;
  readonly faultAt: (field: AccountField | 'company') => string | undefined;
  readonly onChange: (change: Partial<AccountDraft>) => void;
  readonly onLeave: (field: AccountField) => void;
}

/** Whether the password must be changed, and with it a default one. */
function PasswordFields({ draft, isNew, faultAt, onChange, onLeave }: AccountFieldsProps) {
  const { t } = useTexts();
  return (
    <Stack gap={6}>
      <Checkbox
        label={t('accounts.change_password')}
        checked={draft.changePassword}
        onChange={({ currentTarget: { checked } }) => onChange({ changePassword: checked, ...(!checked && { defaultPassword: '' }) })}
      />
      <Group gap="sm" align="flex-end">
        {/* On a phone the button gets a line of its own: the hint beside it would be a narrow column. */}
        <TextInput
          name="default_password"
          style={{ flex: '1 1 240px' }}
          label={t('accounts.default_password')}
          description={t(isNew ? 'accounts.default_password_hint_new' : 'accounts.default_password_hint')}
          disabled={!draft.changePassword}
          value={draft.defaultPassword}
          error={faultAt('default_password')}
          onChange={(event) => onChange({ defaultPassword: event.currentTarget.value })}
          onBlur={() => onLeave('default_password')}
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          variant="default"
          style={{ flexShrink: 0 }}
          disabled={!draft.changePassword}
          onClick={() => onChange({ defaultPassword: generatePassword() })}
        >
          {t('accounts.generate')}
        </Button>
      </Group>
    </Stack>
  );
}

export function AccountFields(props: AccountFieldsProps) {
  const { t } = useTexts();
  const { draft, isNew, faultAt, onChange, onLeave } = props;
  const field = (
    name: 'email' | 'username' | 'first_name' | 'last_name',
    value: string,
    change: (text: string) => Partial<AccountDraft>,
  ) => (
    <TextInput
      name={name}
      label={t(`accounts.by.${name}`)}
      value={value}
      error={faultAt(name)}
      onChange={(event) => onChange(change(event.currentTarget.value))}
      onBlur={() => onLeave(name)}
      autoComplete="off"
      {...(name.endsWith('name') && { maxLength: ACCOUNT_NAME_MAX })}
      {...(name === 'email' && isNew && { 'data-autofocus': true })}
    />
  );
  const changeStaff = async (staff: boolean) => {
    const agreed =
      !staff ||
      (await ask({
        title: t('accounts.ask.staff.title'),
        text: t('accounts.ask.staff.text', { email: draft.email.trim() }),
        confirm: t('accounts.ask.staff.confirm'),
        cancel: t('common.cancel'),
      }));
    if (agreed) onChange({ staff });
  };
  return (
    <>
      {field('email', draft.email, (email) => ({ email }))}
      {field('username', draft.username, (username) => ({ username }))}
      <Group grow gap="sm" align="flex-start">
        {field('first_name', draft.firstName, (firstName) => ({ firstName }))}
        {field('last_name', draft.lastName, (lastName) => ({ lastName }))}
      </Group>
      <OrganisationSelect
        value={draft.company}
        placeholder={t('accounts.no_company')}
        error={faultAt('company')}
        onChange={(company) => onChange({ company })}
      />
      <NativeSelect
        name="locale"
        label={t('accounts.locale')}
        data={LOCALES.map((value) => ({ value, label: t(`accounts.language.${value}`) }))}
        value={draft.locale}
        onChange={(event) => {
          const locale = LOCALES.find((one) => one === event.currentTarget.value);
          if (locale !== undefined) onChange({ locale });
        }}
      />
      <PasswordFields {...props} />
      <Stack gap={6}>
        {!isNew && (
          <Checkbox
            label={t('accounts.is_active')}
            checked={draft.active}
            onChange={(event) => onChange({ active: event.currentTarget.checked })}
          />
        )}
        <Checkbox
          label={t('accounts.is_staff')}
          description={t('accounts.is_staff_hint')}
          checked={draft.staff}
          onChange={(event) => void changeStaff(event.currentTarget.checked)}
        />
      </Stack>
    </>
  );
}
