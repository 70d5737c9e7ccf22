import type { AnswerOf, recipientStates } from '@leakwatch/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { CheckIcon, ClockIcon, CircleSlashIcon } from '@primer/octicons-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { Tag, type TagTone } from '../../../shared/ui/tag.tsx';
import { useAskRecipientMutation, useControlRecipientStatesQuery, useRecipientStatesQuery } from '../api.ts';

type Stated = AnswerOf<typeof recipientStates>['states'][number];

const TONES = { waiting: 'in_progress', expired: 'open', confirmed: 'fixed', stopped: 'false' } as const satisfies Readonly<
  Record<Exclude<Stated['state'], 'member'>, TagTone>
>;
const ICONS = { waiting: ClockIcon, expired: ClockIcon, confirmed: CheckIcon, stopped: CircleSlashIcon };

/** A recipient outside the organisation: whether it confirmed. */
function Outside({ email, state, mayAsk }: { email: string; state: keyof typeof TONES; mayAsk: boolean }) {
  const { t } = useTexts();
  const [ask, { isLoading }] = useAskRecipientMutation();
  const Icon = ICONS[state];
  const sendAgain = async () => {
    const { error } = await ask(email);
    if (error === undefined) notifySuccess(t('tasks.recipient.asked', { email }));
    else notifyProblem(t('tasks.recipient.ask_failed'), error);
  };
  return (
    <>
      <Tag tone={TONES[state]} icon={<Icon size={12} />} title={t(`tasks.recipient.hint.${state}`)}>
        {t(`tasks.recipient.state.${state}`)}
      </Tag>
      {mayAsk && (state === 'waiting' || state === 'expired') && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isLoading}
          aria-label={t('tasks.recipient.ask_label', { email })}
          onClick={() => void sendAgain()}
        >
          {t('tasks.recipient.ask')}
        </Button>
      )}
    </>
  );
}

interface RecipientListProps {
  readonly addresses: readonly string[];
  /** Whose task it is. */
  readonly company: string;
}

/** The recipients of a task with their states. The people of the organisation send the mail again; staff only see. */
export function RecipientList({ addresses, company }: RecipientListProps) {
  const { t } = useTexts();
  const settings = useSettings();
  const isStaff = settings?.is_staff ?? false;
  const isKnown = settings !== undefined && addresses.length > 0;
  const own = useRecipientStatesQuery(isKnown && !isStaff ? addresses : skipToken, { refetchOnMountOrArgChange: true });
  const asked = { organisation: company, emails: [...addresses] };
  const foreign = useControlRecipientStatesQuery(isKnown && isStaff ? asked : skipToken, { refetchOnMountOrArgChange: true });
  const { data } = isStaff ? foreign : own;
  if (addresses.length === 0) return <>{t('tasks.no_recipients')}</>;
  const stateOf = (email: string) => data?.states.find((one) => one.email === email)?.state ?? 'member';
  return (
    <Stack gap={4}>
      {addresses.map((email) => {
        const state = stateOf(email);
        return (
          <Group gap={6} key={email}>
            <span className="lw-break">{email}</span>
            {state !== 'member' && <Outside email={email} state={state} mayAsk={!isStaff} />}
          </Group>
        );
      })}
    </Stack>
  );
}
