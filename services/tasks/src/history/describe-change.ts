import { escapeHtml } from '@leakwatch/rules';
import type { ChangePart } from '@leakwatch/contracts';
import type { Locale, TaskAction } from '@leakwatch/vocabulary';
import { HISTORY_TEXTS } from './history-texts.ts';
import type { HistoryTexts } from './texts/shape.ts';
import type { ChangedField } from './write-task-change.ts';

export interface DescribedChange {
  readonly summary: string;
  readonly changes: ChangePart[];
  readonly description: string;
}

/** A moment in UTC: the service does not know the reader's zone. */
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/;

/** An entry of the history in a language: as text parts, and the same as HTML in which no text of a person is markup. */
export function describeChange(action: TaskAction, details: readonly ChangedField[], locale: Locale): DescribedChange {
  const texts = HISTORY_TEXTS[locale];
  const summary = texts.actions[action];
  const changes = details.map((detail) => toPart(detail, texts));
  return { summary, changes, description: toHtml(summary, changes) };
}

/** Codes of the actions whose code is `text`, or whose code or sentence in that language holds it, letter case ignored. */
export function actionsMatching(text: string, locale: Locale): TaskAction[] {
  const { actions } = HISTORY_TEXTS[locale];
  const names = Object.keys(actions).filter((name): name is TaskAction => name in actions);
  const wanted = text.toLowerCase();
  const exact = names.filter((name) => name === wanted);
  if (exact.length > 0) return exact;
  return names.filter((name) => name.includes(wanted) || actions[name].toLowerCase().includes(wanted));
}

function toPart({ field, old, new: fresh }: ChangedField, texts: HistoryTexts): ChangePart {
  const label = own(texts.fields, field) ?? field;
  return { field, label, old: toTexts(field, old, texts), new: toTexts(field, fresh, texts) };
}

function toTexts(field: string, value: ChangedField['old'], texts: HistoryTexts): string[] {
  if (value === null) return [];
  const values = typeof value === 'object' ? value : [value];
  return values.map((one) => {
    const known = own(own(texts.values, field) ?? {}, String(one));
    if (known !== undefined) return known;
    if (typeof one === 'boolean') return one ? texts.yes : texts.no;
    const text = String(one);
    if (field === 'patterns') return withKind(text, texts);
    return field === 'end_time' ? text.replace(ISO_TIME, '$3.$2.$1 $4 UTC').replace(/UTC.*/, 'UTC') : text;
  });
}

/** A pattern is kept as `kind: text`. */
function withKind(pattern: string, { kinds }: HistoryTexts): string {
  const at = pattern.indexOf(': ');
  const kind = at < 0 ? undefined : own(kinds, pattern.slice(0, at));
  return kind === undefined ? pattern : `${kind}: ${pattern.slice(at + 2)}`;
}

/** Only what stands in the catalogue, never what every object has. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);

function toHtml(summary: string, changes: readonly ChangePart[]): string {
  const items = changes.map(({ label, old, new: fresh }) => {
    const values = [...old.map((value) => `<del>${escapeHtml(value)}</del>`), ...fresh.map((value) => `<ins>${escapeHtml(value)}</ins>`)];
    return `<li><b>${escapeHtml(label)}</b>: ${values.join(', ')}</li>`;
  });
  return `<p>${escapeHtml(summary)}</p>${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}`;
}
