import type { EventRow } from '@leakwatch/contracts';
import { Anchor, Button, Text } from '@mantine/core';
import { CommentIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../shared/api/settings.ts';
import { useListCommentsQuery } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import classes from './comments.module.css';
import { useCommentActions } from './use-comment-actions.ts';

/** The first comments of an event, the whole conversation on demand, and a form for a new one. */
export function Comments({ event }: { event: EventRow }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const [open, setOpen] = useState(false);
  const [writing, setWriting] = useState(false);
  const actions = useCommentActions(event.id);
  const { data: all, isError, isFetching, refetch } = useListCommentsQuery(event.id, { skip: !open });
  const shown = open && all !== undefined ? all : event.comments;
  const others = event.comments_count - event.comments.length;
  return (
    <div role="group" className={classes['comments']} aria-label={t('events.comments.title')}>
      {shown.length > 0 && (
        <ul className={classes['list']}>
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              mayChange={settings?.is_staff === true || settings?.user_id === comment.user}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {open && isError && (
        <Text c="dimmed" role="status">
          {t('events.comments.failed')}{' '}
          <Anchor component="button" type="button" onClick={() => void refetch()}>
            {t('common.retry')}
          </Anchor>
        </Text>
      )}
      <div className={`${classes['head']} lw-no-print`}>
        {others > 0 && (
          <Button variant="subtle" size="compact-sm" loading={open && isFetching} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('events.comments.fewer') : t('events.comments.more', { count: others })}
          </Button>
        )}
        {!writing && (
          <Button variant="subtle" size="compact-sm" leftSection={<CommentIcon size={14} />} onClick={() => setWriting(true)}>
            {t('events.comments.write')}
          </Button>
        )}
      </div>
      {writing && (
        <CommentForm
          text=""
          busy={actions.busy}
          submit={t('events.comments.send')}
          onCancel={() => setWriting(false)}
          onSubmit={async (text) => {
            const ok = await actions.add(text);
            if (ok) {
              setWriting(false);
              setOpen(true);
            }
            return ok;
          }}
        />
      )}
    </div>
  );
}
