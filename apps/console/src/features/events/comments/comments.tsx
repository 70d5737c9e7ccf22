import type { EventComment, EventRow } from '@leakwatch/contracts';
import { Anchor, Button, Text } from '@mantine/core';
import { CommentIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { useListCommentsQuery } from './api.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../../../shared/lib/kept-typed.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { asBegun, keptChange, keptNew } from './kept-text.ts';
import classes from './comments.module.css';
import { useCommentActions } from './use-comment-actions.ts';
import { useFocusBack } from './use-focus-back.ts';

/** The forms of an event that were open when the session ended. */
interface OpenForms {
  readonly writing: boolean;
  readonly edited: EventComment | null;
}
const kept = new TypedKeeper<OpenForms>();

/** The first comments of an event, the whole conversation on demand, and a form for a new one. */
export function Comments({ event }: { event: EventRow }) {
  const { t } = useTexts();
  const settings = useSettings();
  const me = settings?.user_id ?? '';
  const found = useFoundTyped(kept, event.id);
  // A comment that is not among the first ones is found in the whole conversation only.
  const [open, setOpen] = useState(found?.edited != null && !event.comments.some(({ id }) => id === found.edited?.id));
  const [writing, setWriting] = useState(found?.writing ?? false);
  const [edited, setEdited] = useState(found?.edited ?? null);
  useKeepTyped(kept, event.id, writing || edited !== null ? { writing, edited } : null);
  // The server takes no comments from people of an inactive organisation.
  const mayWrite = settings?.is_staff === true || event.owner_status;
  const actions = useCommentActions(event.id);
  const { data: all, isError, isFetching, refetch } = useListCommentsQuery(event.id, { skip: !open });
  const listed = open && all !== undefined ? all : event.comments;
  const isLoading = open && all === undefined && !isError;
  const isGone = edited !== null && !isLoading && !listed.some(({ id }) => id === edited.id);
  // What was typed stays, at its place, when a colleague deletes the comment that is being changed.
  const next = isGone ? listed.findIndex(({ created }) => created > edited.created) : -1;
  const shown = isGone ? listed.toSpliced(next === -1 ? listed.length : next, 0, edited) : listed;
  const writeButton = useFocusBack(!writing);
  const removed = useRef(false);
  useEffect(() => {
    if (removed.current && document.activeElement === document.body) writeButton.current?.focus({ preventScroll: true });
    removed.current = false;
  }, [shown.length, writeButton]);
  const others = event.comments_count - event.comments.length;
  return (
    <div role="group" className={classes['comments']} aria-label={t('events.comments.title')}>
      {shown.length > 0 && (
        <ul className={classes['list']}>
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              mayChange={mayWrite && (settings?.is_staff === true || me === comment.user)}
              actions={actions}
              keptText={keptChange(me, edited?.id === comment.id ? edited : comment)}
              editing={edited?.id === comment.id}
              isGone={isGone && edited.id === comment.id}
              isChanged={edited?.id === comment.id && edited.updated !== comment.updated && !actions.busy}
              onEdit={(editing) => {
                removed.current = isGone && !editing;
                setEdited(editing ? asBegun(me, comment) : null);
              }}
              onRemoved={() => {
                removed.current = true;
              }}
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
        {others > 0 && !(open && edited !== null) && (
          <Button variant="subtle" size="compact-sm" loading={open && isFetching} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('events.comments.fewer') : t('events.comments.more', { count: others })}
          </Button>
        )}
        {mayWrite && !writing && (
          <Button
            ref={writeButton}
            variant="subtle"
            size="compact-sm"
            leftSection={<CommentIcon size={14} />}
            onClick={() => setWriting(true)}
          >
            {t('events.comments.write')}
          </Button>
        )}
      </div>
      {writing && (
        <CommentForm
          name={`new ${event.id}`}
          text=""
          busy={actions.busy}
          submit={t('events.comments.send')}
          keptText={keptNew(me, event.id)}
          failed={t('events.comments.add_failed')}
          onCancel={() => setWriting(false)}
          onSubmit={async (text) => {
            const problem = await actions.add(text);
            if (problem !== null) return problem;
            setWriting(false);
            setOpen(true);
            return null;
          }}
        />
      )}
    </div>
  );
}
