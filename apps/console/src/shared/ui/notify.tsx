import { Button } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { shownTexts } from '../i18n/shown-texts.ts';
import type { ReactNode } from 'react';
import { whenMade } from '../api/failed-calls.ts';
import { toProblem } from '../api/problem.ts';
import { failureTitle } from '../i18n/problem-text.ts';
import { loadLater } from '../later/later.ts';
import { FailureText } from './failure-text.tsx';
import { keepMessage } from './message-log.ts';

/**
 * How long messages are shown, in milliseconds (docs/behaviour/console.md). A message stays while the pointer or the
 * focus is on it, and a failure until it is closed; failures and warnings are kept among the recent messages.
 */
const SUCCESS_MS = 1500;
const BRIEF_MS = 1500;
const FAULT_MS = 2500;
const ENTRY_MS = 3000;
const WARNING_MS = 5000;

/** What shows messages is loaded after the page, or now. */
function show(message: NotificationData): string {
  loadLater();
  return notifications.show(message);
}

/** The close button shows only a cross, so it needs a name. */
const closeButtonProps = () => ({ 'aria-label': shownTexts().t('common.close') });

/** Failures that are shown at once; others of the frame's places are left for the messages of what works. */
const FAILURES_SHOWN = 3;

interface AlertParts {
  readonly onClose?: (id?: string) => void;
  /** Below the message while it is shown, and not among the recent messages. */
  readonly action?: ReactNode;
}

function alert(title: string, text: ReactNode, color: 'red' | 'yellow', ms: number | false, { onClose, action }: AlertParts = {}): string {
  keepMessage(title, text);
  const message = action === undefined ? text : [text, action];
  return show({
    ...{ title, message, color },
    autoClose: ms,
    role: 'alert',
    closeButtonProps: closeButtonProps(),
    ...(onClose !== undefined && { onClose: ({ id }) => onClose(id) }),
  });
}

export const notifySuccess = (message: string): string =>
  show({ message, autoClose: SUCCESS_MS, role: 'status', withCloseButton: false, color: 'accent' });

let failures: readonly string[] = [];

const UNAUTHORIZED = 401;

/**
 * An action failed: why, with the request id to copy. It stays until it is closed, or until the same change is made; the oldest gives way to a fourth. A message that the
 * session has ended disappears by itself: after the next sign-in it would be wrong. Gives its id, by which it can be hidden. `again` makes the same change, once: offered as
 * a button.
 */
export function notifyProblem(title: string, error: unknown, again?: () => void): string {
  const problem = toProblem(error);
  const ms = problem.status === UNAUTHORIZED ? WARNING_MS : false;
  const retry = () => {
    hideNotice(id);
    again?.();
  };
  const action =
    again === undefined ? undefined : (
      <Button key="again" variant="default" size="compact-sm" mt="xs" onClick={retry}>
        {shownTexts().t('common.retry')}
      </Button>
    );
  const onClose = (closed?: string) => {
    failures = failures.filter((one) => one !== closed);
  };
  const shown = again !== undefined && problem.code === 'unanswered' ? { ...problem, code: 'unanswered_once' } : problem;
  const id: string = alert(failureTitle(title, problem.code), <FailureText key="text" problem={shown} />, 'red', ms, { onClose, action });
  failures = [...failures, id];
  whenMade(problem, () => hideNotice(id));
  const [oldest] = failures;
  if (failures.length > FAILURES_SHOWN && oldest !== undefined) notifications.hide(oldest);
  return id;
}

/** The action was done, with a result that the person may not expect. */
export const notifyWarning = (title: string, message: ReactNode): string => alert(title, message, 'yellow', WARNING_MS);

/** A form has errors; its fields show which. */
export const notifyFault = (title: string, message: string): string => alert(title, message, 'red', FAULT_MS);

/** Names a malformed entry of a list. It may hold a password, so it is not kept among the recent messages. */
export const notifyEntry = (message: string): string =>
  show({ message, autoClose: ENTRY_MS, role: 'alert', withCloseButton: false, color: 'red' });

/** A failure that the page itself explains in more detail. */
export const notifyBriefly = (message: string): string =>
  show({ message, autoClose: BRIEF_MS, role: 'alert', withCloseButton: false, color: 'red' });

/** A message with an action, shown for `ms` milliseconds; gives its id, by which it can be hidden. */
export const notifyAction = (id: string, message: ReactNode, ms: number): string =>
  show({ id, message, autoClose: ms, role: 'status', color: 'accent', closeButtonProps: closeButtonProps() });

/** A message that is shown stays for `ms` milliseconds from now on, or until it is hidden. */
export const prolongNotice = (id: string, ms: number | false): void =>
  notifications.updateState(notificationsStore, (all) => all.map((one) => (one.id === id ? { ...one, autoClose: ms } : one)));

let runs = 0;

/** Something runs that takes a while. Gives what says how far it is, and what ends the message. */
export function notifyRunning(message: string): { readonly say: (message: string) => void; readonly end: () => void } {
  const id = `running ${(runs += 1)}`;
  const data = { id, loading: true, autoClose: false, withCloseButton: false, role: 'status' } as const;
  show({ ...data, message });
  return { say: (later) => void notifications.update({ ...data, message: later }), end: () => void notifications.hide(id) };
}

export const hideNotice = (id: string): string => notifications.hide(id);
