import type { RegexTemplate } from '@leakwatch/contracts';
import { readExpression, shownName } from '@leakwatch/rules';
import type { Severity } from '@leakwatch/vocabulary';
import type { TemplateChange } from './api.ts';

/** A template as a person typed it. */
export interface TemplateDraft {
  readonly name: string;
  readonly regex: string;
  readonly hint: string;
  readonly severity: Severity;
}

export const draftOf = (template: RegexTemplate | null): TemplateDraft => ({
  name: template?.name ?? '',
  regex: template?.regex ?? '',
  hint: template?.hint ?? '',
  severity: template?.severity ?? 'medium',
});

/** The body of a new template. */
export const trimmed = (draft: TemplateDraft): TemplateDraft => ({
  ...draft,
  name: shownName(draft.name),
  regex: draft.regex.trim(),
  hint: draft.hint.trim(),
});

/** Whether the draft can be sent, as far as the console knows: the service asks the engine. */
export const canSave = ({ name, regex }: TemplateDraft): boolean => shownName(name) !== '' && 'ok' in readExpression(regex);

/** What the draft changes; null when nothing. What is not changed is not sent, so a colleague's change of it stays. */
export function changesOf(template: TemplateDraft, draft: TemplateDraft): TemplateChange | null {
  const { name, regex, hint } = trimmed(draft);
  const body = {
    ...(name !== template.name && { name }),
    ...(regex !== template.regex && { regex }),
    ...(hint !== template.hint && { hint }),
    ...(draft.severity !== template.severity && { severity: draft.severity }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

/** A fifth of the largest program: up to it an expression that reads every finding is still cheap. */
const CHEAP_SHARE = 0.2;

/** How much an expression slows the intake down: one that needs a certain text runs only where that text stands. */
export function costClass(
  cost: { readonly instructions: number; readonly most: number },
  queries: readonly (readonly string[])[],
): 'low' | 'medium' | 'high' {
  const small = cost.instructions <= cost.most * CHEAP_SHARE;
  if (queries.length > 0) return small ? 'low' : 'medium';
  return small ? 'medium' : 'high';
}

/** Whether a search finds the template. `name` and `hint` are those that are shown. */
export function isFound(shown: { readonly name: string; readonly hint: string; readonly regex: string }, search: string): boolean {
  const wanted = search.toLowerCase();
  return [shown.name, shown.hint, shown.regex].some((text) => text.toLowerCase().includes(wanted));
}
