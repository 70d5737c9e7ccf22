import type { EventComment } from '@leakwatch/contracts';
import { ActionIcon, Text } from '@mantine/core';
import { PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { ask } from '../../../shared/ui/ask.ts';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentText } from './comment-text.tsx';
import type { KeptText } from './kept-text.ts';
import classes from './comments.module.css';
import type { useCommentActions } from './use-comment-actions.ts';
import { useFocusBack } from './use-focus-back.ts';
import { usePersonName } from '../../../shared/i18n/use-person-name.ts';

interface CommentItemProps {
  readonly comment: EventComment;
  /** The author, and staff. */
  readonly mayChange: boolean;
  readonly actions: ReturnType<typeof useCommentActions>;
  readonly keptText: KeptText;
  readonly editing: boolean;
  /** Someone deleted the comment while it was being changed. */
  readonly isGone: boolean;
  /** Someone else changed it meanwhile: its author in another window, or staff. */
  readonly isChanged: boolean;
  readonly onEdit: (editing: boolean) => void;
  readonly onRemoved: () => void;
}

/** One comment, with what its author may do. */
export function CommentItem({ comment, mayChange, actions, keptText, editing, isGone, isChanged, onEdit, onRemoved }: CommentItemProps) {
  const { t } = useTexts();
  const personName = usePersonName();
  const pencil = useFocusBack(!editing);
  const remove = async () => {
    const answer = await ask({
      title: t('events.comments.delete_title'),
      text: t('events.comments.delete_text', { author: personName(comment.username) }),
      confirm: t('events.comments.delete_confirm'),
      cancel: t('common.cancel'),
    });
    if (!answer || !(await actions.remove(comment.id))) return;
    keptText.write(null);
    onRemoved();
  };
  return (
    <li className={classes['comment']}>
      <div className={classes['head']}>
        <span className={classes['author']}>{personName(comment.username)}</span>
        <TimeText at={comment.created} relative />
        {comment.updated !== comment.created && <span>{t('events.comments.edited')}</span>}
        {!editing && mayChange && keptText.read() !== null && <span>{t('events.comments.unsent')}</span>}
        {mayChange && !editing && (
          <span className={classes['actions']}>
            <ActionIcon
              ref={pencil}
              size={24}
              aria-label={t('events.comments.edit')}
              title={t('events.comments.edit')}
              onClick={() => onEdit(true)}
            >
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
          </span>
        )}
      </div>
      {isGone && (
        <Text c="red" role="alert">
          {t('events.comments.gone')}
        </Text>
      )}
      {isChanged && (
        <div role="alert">
          <Text c="red">{t('events.comments.replaces')}</Text>
          <CommentText text={comment.text} />
        </div>
      )}
      {editing ? (
        <CommentForm
          name={comment.id}
          text={comment.text}
          keptText={keptText}
          busy={actions.busy}
          submit={isGone ? t('events.comments.send') : t('events.comments.save')}
          failed={t(isGone ? 'events.comments.add_failed' : 'events.comments.change_failed')}
          onCancel={() => onEdit(false)}
          onSubmit={async (text) => {
            const problem = isGone ? await actions.add(text) : await actions.change(comment.id, text);
            if (problem === null) onEdit(false);
            return problem;
          }}
        />
      ) : (
        <CommentText text={comment.text} />
      )}
    </li>
  );
}
