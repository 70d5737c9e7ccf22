import type * as dialogs from './ask-dialog.tsx';

// Dialogs are loaded when the first one is needed, or after the page.
const load = () => import('./ask-dialog.tsx');

/** Asks before a destructive action; resolves to whether the person agreed. */
export const ask = async (question: dialogs.Question): Promise<boolean> => (await load()).ask(question);

/** Asks which way to go on; resolves to null when the person does not go on. */
export const askWhich = async <T extends string>(question: dialogs.Alternatives<T>): Promise<T | null> => (await load()).askWhich(question);
