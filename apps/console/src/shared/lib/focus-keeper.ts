/** What can get the focus back later: of an entry of a menu, which closes, the button of the menu. null for the page itself. */
export function focusKeeper(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]') ?? null;
  const keeper = menu === null ? element : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return keeper instanceof HTMLElement && keeper !== document.body ? keeper : null;
}
