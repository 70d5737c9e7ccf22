import { Button, Modal, Stack, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { useEdited } from '../../shared/lib/use-edited.ts';
import { useRowFocus } from '../../shared/lib/use-row-focus.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { useListWebhooksQuery } from './api.ts';
import { NewSecret } from './new-secret.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';

const CLOSED = { create: null, edit: null };

/** /settings/webhooks: where the organisation's events are sent. The address holds the dialog and the log. */
export function WebhooksPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  // Staff have no webhooks: these belong to an organisation.
  const isAlone = useSettings()?.organisation === null;
  const { data, error, refetch } = useListWebhooksQuery(undefined, { skip: isAlone, refetchOnMountOrArgChange: true });
  const [secret, setSecret] = useState<string | null>(null);
  const actions = useWebhookActions(setSecret);
  // Mantine gives the ref of a Stack the type of a div, whatever it is.
  const list = useRef<HTMLDivElement>(null);
  const rowFocus = useRowFocus(list);
  const webhooks = data?.results ?? [];
  const log = params.get('log');
  const opened = useEdited(log, webhooks);
  // As it is now; one that was deleted while its log is open is shown as it was.
  const logged = webhooks.find(({ id }) => id === log) ?? opened;
  const changed = useEdited(params.get('edit'), webhooks);
  /** What the dialog shows: a new webhook (null), one to change, or nothing (undefined). */
  const edited = params.has('create') ? null : (changed ?? undefined);
  const close = () => change(CLOSED);
  /** A link to one that was deleted, or is another organisation's. */
  const isUnknown = data !== undefined && [log, params.get('edit')].some((id) => id !== null) && logged === null && changed === null;
  if (logged !== null)
    return (
      <WebhookLog
        webhook={logged}
        actions={actions}
        onRefresh={() => void refetch()}
        onBack={() => {
          change({ log: null, state: null, page: null, size: null });
          // A colleague may have changed or deleted some while the log was open.
          void refetch();
        }}
      />
    );
  return (
    <Section
      title={t('webhooks.title')}
      lead={t('webhooks.lead')}
      action={
        <Button
          leftSection={<PlusIcon />}
          disabled={data === undefined || webhooks.length >= data.limit}
          title={isAlone ? t('webhooks.alone') : data !== undefined && webhooks.length >= data.limit ? t('errors.webhooks_max') : undefined}
          onClick={() => change({ ...CLOSED, create: 'true' })}
        >
          {t('webhooks.create')}
        </Button>
      }
    >
      {error !== undefined && <ProblemBlock title={t('webhooks.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />}
      {isUnknown && <Text role="status">{t('webhooks.unknown')}</Text>}
      {isAlone && <EmptyBlock level={3} title={t('webhooks.alone')} hint={t('webhooks.alone_hint')} />}
      {data === undefined && error === undefined && !isAlone && <SkeletonRows rows={3} height={72} />}
      {data !== undefined && webhooks.length === 0 && <EmptyBlock level={3} title={t('webhooks.empty')} hint={t('webhooks.empty_hint')} />}
      {webhooks.length > 0 && (
        <Stack component="ul" ref={list} {...rowFocus} gap="sm" p={0} m={0}>
          {webhooks.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              actions={actions}
              onEdit={() => change({ ...CLOSED, edit: webhook.id })}
              onLog={() => change({ log: webhook.id })}
            />
          ))}
        </Stack>
      )}
      <Text c="dimmed">{t('webhooks.signed')}</Text>
      <FormDialog opened={edited !== undefined} onClose={close}>
        {edited !== undefined && (
          <WebhookForm
            key={edited?.id ?? 'new'}
            webhook={edited}
            allowHttp={data?.allow_http ?? false}
            onClose={close}
            onSecret={setSecret}
          />
        )}
      </FormDialog>
      <Modal opened={secret !== null} onClose={() => setSecret(null)} withCloseButton={false} closeOnClickOutside={false}>
        {secret !== null && <NewSecret secret={secret} onDone={() => setSecret(null)} />}
      </Modal>
    </Section>
  );
}
