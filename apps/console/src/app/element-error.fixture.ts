import { getConfig } from '@testing-library/react';

const { getElementError: withDocument } = getConfig();

/**
 * Testing Library's error of a query, whose text is made when it is read. The text holds the whole document, and a wait makes such an error at each try:
 * a tenth of the time of the console's tests.
 */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  const { message: short, stack = '' } = error;
  const full = () => withDocument(message, container).message;
  const lazy = (name: 'message' | 'stack', text: () => string) =>
    Object.defineProperty(error, name, {
      configurable: true,
      get: text,
      set: (value: string) => {
        Object.defineProperty(error, name, { configurable: true, writable: true, value });
      },
    });
  lazy('message', full);
  lazy('stack', () => stack.replace(short, () => full()));
  return error;
}
