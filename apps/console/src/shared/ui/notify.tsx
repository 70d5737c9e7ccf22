import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { keepMessage } from './message-log.ts';

/**
 * Durations of the documents, in milliseconds (spec/1-console section 9, spec/2-tasks section 9). The pointer or the
 * focus on a message holds it; what takes longer to read is kept among the recent messages.
 */
const SUCCESS_MS = 1500;
const BRIEF_MS = 1500;
const FAILURE_MS = 2000;
const FAULT_MS = 2500;
const WARNING_MS = 5000;

/** The button that only shows a cross still has a name. */
const closeButtonProps = () => ({ 'aria-label': i18next.t('common.close') });

function alert(title: string, message: ReactNode, color: 'red' | 'yellow', ms: number): string {
  keepMessage(title, message);
  return notifications.show({ title, message, autoClose: ms, role: 'alert', color, closeButtonProps: closeButtonProps() });
}

export const notifySuccess = (message: string): string =>
  notifications.show({ message, autoClose: SUCCESS_MS, role: 'status', withCloseButton: false, color: 'accent' });

export const notifyFailure = (title: string, message: ReactNode): string => alert(title, message, 'red', FAILURE_MS);

/** It was done, but not as one may think. */
export const notifyWarning = (title: string, message: ReactNode): string => alert(title, message, 'yellow', WARNING_MS);

/** Something in a form is wrong; the fields say what. */
export const notifyFault = (title: string, message: string): string => alert(title, message, 'red', FAULT_MS);

/** A failure of which the page itself says more (spec/1-console section 8). */
export const notifyBriefly = (message: string): string =>
  notifications.show({ message, autoClose: BRIEF_MS, role: 'alert', withCloseButton: false, color: 'red' });

/** A message that stays for `ms` milliseconds and carries an action; gives its id, to hide it with. */
export const notifyAction = (id: string, message: ReactNode, ms: number): string =>
  notifications.show({ id, message, autoClose: ms, role: 'status', color: 'accent', closeButtonProps: closeButtonProps() });

export const hideNotice = (id: string): string => notifications.hide(id);
