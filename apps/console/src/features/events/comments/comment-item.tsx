import type { EventComment } from '@leakwatch/contracts';
import { ActionIcon } from '@mantine/core';
import { PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../../shared/ui/ask.ts';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';
import type { useCommentActions } from './use-comment-actions.ts';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

interface CommentItemProps {
  readonly comment: EventComment;
  /** The author, and staff. */
  readonly mayChange: boolean;
  readonly actions: ReturnType<typeof useCommentActions>;
}

/** One comment, with what its author may do. */
export function CommentItem({ comment, mayChange, actions }: CommentItemProps) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const [editing, setEditing] = useState(false);
  const remove = async () => {
    const answer = await ask({
      title: t('events.comments.delete_title'),
      text: t('events.comments.delete_text', { author: personName(comment.username) }),
      confirm: t('events.comments.delete_confirm'),
      cancel: t('common.cancel'),
    });
    if (answer) await actions.remove(comment.id);
  };
  return (
    <li className={classes['comment']}>
      <div className={classes['head']}>
        <span className={classes['author']}>{personName(comment.username)}</span>
        <TimeText at={comment.created} relative />
        {comment.updated !== comment.created && <span>{t('events.comments.edited')}</span>}
        {mayChange && !editing && (
          <>
            <ActionIcon size={24} aria-label={t('events.comments.edit')} title={t('events.comments.edit')} onClick={() => setEditing(true)}>
              <PencilIcon size={14} />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={t('events.comments.delete')}
              title={t('events.comments.delete')}
              onClick={() => void remove()}
            >
              <TrashIcon size={14} />
            </ActionIcon>
          </>
        )}
      </div>
      {editing ? (
        <CommentForm
          text={comment.text}
          busy={actions.busy}
          submit={t('events.comments.save')}
          onCancel={() => setEditing(false)}
          onSubmit={async (text) => {
            const ok = await actions.change(comment.id, text);
            if (ok) setEditing(false);
            return ok;
          }}
        />
      ) : (
        <p className={classes['text']}>{comment.text}</p>
      )}
    </li>
  );
}
