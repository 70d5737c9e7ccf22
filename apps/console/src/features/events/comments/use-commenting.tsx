import { type ReactNode, Suspense, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../../../shared/lib/kept-typed.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { offerUndo } from '../../../shared/undo/undo-notice.tsx';
import { type EventFilters, toFilters } from '../filters/event-filters.ts';
import { CommentDialog } from '../late-parts.ts';
import { partsOf } from '../status/parts-of.ts';
import { type CommentsAnswer, useCommentOnManyMutation } from './api.ts';

/** The events of a comment, and the filters where all that match are meant. */
interface CommentTarget {
  readonly ids: readonly string[];
  readonly everything: EventFilters | null;
  readonly count: number;
}

/** Of the dialog that was open when the session ended. */
const kept = new TypedKeeper<CommentTarget>();
const NAME = 'many';

const SKIP_REASONS = ['not_found', 'not_allowed', 'comments_limit_reached'] as const;

/** The dialog that adds the same comment to several events, and what opens it. */
export function useCommenting() {
  const { t } = useTexts();
  const [send, { isLoading: busy }] = useCommentOnManyMutation();
  const [target, setTarget] = useState(useFoundTyped(kept, NAME));
  useKeepTyped(kept, NAME, target);
  const close = () => setTarget(null);
  /** `count`: how many events there are, where they are not all on the screen. */
  const open = (ids: readonly string[], everything: EventFilters | null = null, count = ids.length) => {
    if (ids.length > 0) setTarget({ ids, everything, count });
  };

  const describeSkipped = (answers: readonly CommentsAnswer[]): string | null => {
    const skipped = answers.flatMap((answer) => answer.skipped);
    const counts = SKIP_REASONS.map((reason) => [reason, skipped.filter((one) => one.reason === reason).length] as const);
    const reasons = counts.filter(([, number]) => number > 0).map(([reason, number]) => t(`events.comments.skip.${reason}`, { number }));
    return reasons.length === 0 ? null : t('events.comments.skipped', { reasons: reasons.join(', ') });
  };

  const add = async (of: CommentTarget, text: string): Promise<Problem | null> => {
    const { ids, everything } = of;
    const answers: CommentsAnswer[] = [];
    for (const part of everything === null ? partsOf(ids) : [ids]) {
      const result = await send(everything === null ? { events: [...part], text } : { filters: toFilters(everything), text });
      if (result.error === undefined) {
        answers.push(result.data);
        continue;
      }
      if (answers.length === 0) return toProblem(result.error);
      notifyProblem(t('events.comments.many_failed'), result.error);
      break;
    }
    // The answer may come when the dialog of other events is open.
    setTarget((now) => (now === of ? null : now));
    const added = answers.reduce((sum, answer) => sum + answer.added, 0);
    const rest = describeSkipped(answers);
    const batches = answers.filter((answer) => answer.added > 0).map(({ batch }) => batch);
    const done = (count: number) => t('events.comments.many_undone', { count });
    if (added > 0) offerUndo({ batches, changed: added, text: t('events.comments.many_added', { count: added }), rest, done });
    else notifySuccess(rest ?? t('events.change.nothing'));
    return null;
  };

  const dialog: ReactNode = target !== null && (
    <Suspense>
      <CommentDialog count={target.count} busy={busy} onSubmit={(text) => add(target, text)} onClose={close} />
    </Suspense>
  );
  return { open, dialog };
}
