import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

type Scope = Pick<ReturnType<typeof within>, 'getAllByRole'>;

/** The rows of the table on the page, without its head. */
export const tableRows = (scope: Scope = screen): HTMLElement[] => scope.getAllByRole('row').slice(1);

/** The texts of a row's cells. */
export const cellsOf = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

/** The texts of all cells, row by row. */
export const tableCells = (scope?: Scope): (string | null)[][] => tableRows(scope).map(cellsOf);

/** The first row whose first cell contains the text. Throws when there is none. */
export function rowOf(name: string): HTMLElement {
  const found = tableRows().find((row) => cellsOf(row)[0]?.includes(name) === true);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}

/** The text that is selected in a text area. */
export function selectedIn(area: HTMLElement): string {
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('not a text area');
  return area.value.slice(area.selectionStart, area.selectionEnd);
}

export const dialogOf = async () => within(await screen.findByRole('dialog'));

/** jsdom places nothing, so an open menu counts as hidden. */
const HIDDEN = { hidden: true };

/** Opens the menu of a row's actions. */
export async function menuOf(user: UserEvent, name: string): Promise<HTMLElement[]> {
  await user.click(screen.getByRole('button', { name: `Actions: ${name}` }));
  return screen.findAllByRole('menuitem', HIDDEN);
}

/** Chooses an action from the menu of a row. */
export async function chooseAction(user: UserEvent, name: string, action: string): Promise<void> {
  await menuOf(user, name);
  await user.click(screen.getByRole('menuitem', { ...HIDDEN, name: action }));
}
