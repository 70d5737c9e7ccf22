import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { ReactNode } from 'react';

/** Durations of the documents, in milliseconds (spec/2-tasks section 9). */
const SUCCESS_MS = 1500;
const FAILURE_MS = 5000;
const BRIEF_MS = 1500;
const FAULT_MS = 2500;

/** The button that only shows a cross still has a name. */
const closeButtonProps = () => ({ 'aria-label': i18next.t('common.close') });

export const notifySuccess = (message: string): string =>
  notifications.show({ message, autoClose: SUCCESS_MS, role: 'status', withCloseButton: false, color: 'accent' });

export const notifyFailure = (title: string, message: ReactNode): string =>
  notifications.show({ title, message, autoClose: FAILURE_MS, role: 'alert', color: 'red', closeButtonProps: closeButtonProps() });

/** A failure of which the page itself says more (spec/1-console section 8). */
export const notifyBriefly = (message: string): string =>
  notifications.show({ message, autoClose: BRIEF_MS, role: 'alert', withCloseButton: false, color: 'red' });
/** Something in a form is wrong; the fields say what. */
export const notifyFault = (title: string, message: string): string =>
  notifications.show({ title, message, autoClose: FAULT_MS, role: 'alert', color: 'red', closeButtonProps: closeButtonProps() });

/** A message that stays for `ms` milliseconds and carries an action; gives its id, to hide it with. */
export const notifyAction = (id: string, message: ReactNode, ms: number): string =>
  notifications.show({ id, message, autoClose: ms, role: 'status', color: 'accent', closeButtonProps: closeButtonProps() });

export const hideNotice = (id: string): string => notifications.hide(id);
