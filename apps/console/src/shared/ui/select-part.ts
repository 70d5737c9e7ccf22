/** Selects the part with this number, from 1, in a text area, and scrolls to it: nobody finds the 9,000th line by counting. `parts` matches each part. */
export function selectPart(area: HTMLTextAreaElement | null, parts: RegExp, position: number): void {
  const part = area === null ? undefined : [...area.value.matchAll(parts)][position - 1];
  if (area === null || part === undefined) return;
  area.focus();
  area.setSelectionRange(part.index, part.index + part[0].length);
  const linesBefore = area.value.slice(0, part.index).split('\n').length - 1;
  const lines = area.value.split('\n').length;
  area.scrollTop = (linesBefore / lines) * area.scrollHeight - area.clientHeight / 2;
}
