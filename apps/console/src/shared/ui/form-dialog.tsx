import { Modal, type ModalProps } from '@mantine/core';
import { createContext, type ReactNode, type RefObject, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { guardBack } from '../lib/back-guard.ts';
import { focusHeadingIn } from '../lib/focus-heading.ts';
import { focusKeeper } from '../lib/focus-keeper.ts';
import { useReloadQuestion } from '../lib/use-reload-question.ts';
import { ask } from './ask.ts';

const Unsaved = createContext<(isUnsaved: boolean) => void>(() => {});

/** For a form: whether its dialog must ask before Escape, a press beside it, Back, or a reload takes away what was typed. */
export function useUnsaved(isUnsaved: boolean): void {
  const report = use(Unsaved);
  useEffect(() => {
    report(isUnsaved);
    return () => report(false);
  }, [report, isUnsaved]);
}

/**
 * Gives the focus back when the dialog closes; to the heading over `place` where nothing had it, as after a link to the dialog, or where that has
 * left. It is read while the dialog is rendered: its effects may run after it has taken the focus.
 */
function useOpener(opened: boolean, place: RefObject<HTMLElement | null>): void {
  const [seen, setSeen] = useState({ opened, opener: focusKeeper(document.activeElement) });
  if (seen.opened !== opened) setSeen({ opened, opener: opened ? focusKeeper(document.activeElement) : seen.opener });
  const { opener } = seen;
  useEffect(() => {
    if (!opened) return;
    const at = place.current;
    const around = [at?.closest('section') ?? null, at?.closest('main') ?? null];
    const path = window.location.pathname;
    return () => {
      opener?.focus({ preventScroll: true });
      // After the dialog has left, and after a list gave the focus to the row in the place of one that was deleted.
      setTimeout(() => focusHeadingIn(around, path));
    };
  }, [opened, opener, place]);
}

interface FormDialogProps extends Pick<ModalProps, 'size'> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Escape was meant for what has the focus: another dialog, or a list that is open in this one. */
const isForOther = (dialog: HTMLElement | null, target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  const around = target.closest('[role=dialog]');
  return target.getAttribute('data-mantine-stop-propagation') === 'true' || (around !== null && dialog?.contains(around) !== true);
};

interface LeaveGuardProps {
  readonly isUnsaved: RefObject<boolean>;
  /** Resolves to whether the person agreed; null while the question is open already, and when it was withdrawn. */
  readonly mayLeave: () => Promise<boolean | null>;
  readonly withdraw: () => void;
}

/** Stands in an open dialog: asks before Back and Forward, and has the browser ask before a reload. */
function LeaveGuard({ isUnsaved, mayLeave, withdraw }: LeaveGuardProps) {
  // A form that was saved or cancelled, and a session that ended, go on by other steps than those of the history.
  const decide = useEffectEvent(async (proceed: () => void) => {
    if ((await mayLeave()) === true) proceed();
  });
  useEffect(() => guardBack({ isNeeded: () => isUnsaved.current, ask: (proceed) => void decide(proceed) }), [isUnsaved]);
  useReloadQuestion(() => isUnsaved.current);
  // The form may be saved, and its dialog closed, while the question is open.
  const end = useEffectEvent(withdraw);
  useEffect(() => () => end(), []);
  return null;
}

/** A dialog with a form. Whatever else closes it asks first when something was typed; the form's "Cancel" does not. */
export function FormDialog({ opened, onClose, size, children }: FormDialogProps) {
  const { t } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  useOpener(opened, place);
  const isUnsaved = useRef(false);
  const asking = useRef<AbortController>(null);
  const report = useCallback((typed: boolean) => {
    isUnsaved.current = typed;
  }, []);
  const mayLeave = async () => {
    if (asking.current !== null) return null;
    const question = new AbortController();
    asking.current = question;
    const agreed =
      !isUnsaved.current ||
      (await ask(
        { title: t('unsaved.title'), text: t('unsaved.text'), confirm: t('unsaved.confirm'), cancel: t('unsaved.stay') },
        question.signal,
      ));
    asking.current = null;
    return question.signal.aborted ? null : agreed;
  };
  const leave = async () => {
    if ((await mayLeave()) === true) onClose();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing && !isForOther(root.current, event.target)) void leave();
  });
  useEffect(() => {
    if (!opened) return;
    // Mantine's own would close every dialog that is open, the question above this one included.
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [opened]);
  return (
    <>
      <span ref={place} hidden />
      <Modal
        ref={root}
        opened={opened}
        onClose={() => void leave()}
        withCloseButton={false}
        closeOnEscape={false}
        returnFocus={false}
        {...(size !== undefined && { size })}
      >
        {opened && <LeaveGuard isUnsaved={isUnsaved} mayLeave={mayLeave} withdraw={() => asking.current?.abort()} />}
        <Unsaved value={report}>{children}</Unsaved>
      </Modal>
    </>
  );
}
