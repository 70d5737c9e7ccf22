import type { ChangePart } from '@leakwatch/contracts';
import { escapeHtml } from '@leakwatch/platform';
import type { Locale, TaskAction } from '@leakwatch/vocabulary';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';
import type { HistoryTexts } from './texts/shape.ts';
import type { ChangedField } from './task-change.entity.ts';

export const HISTORY_TEXTS: Readonly<Record<Locale, HistoryTexts>> = { ru, en };

export interface DescribedChange {
  readonly summary: string;
  readonly changes: ChangePart[];
  readonly description: string;
}

/** Shown in UTC, because the service does not know the reader's time zone. */
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/;

/** An entry of the history in a language: as text parts, and as HTML in which texts of people are escaped. */
export function describeChange(action: TaskAction, details: readonly ChangedField[], locale: Locale): DescribedChange {
  const texts = HISTORY_TEXTS[locale];
  const summary = texts.actions[action];
  const changes = details.map((detail) => toPart(detail, texts));
  return { summary, changes, description: toHtml(summary, changes) };
}

/** The action whose code is `text`, else all whose code or text in that language contains it. Letter case is ignored. */
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

/** A pattern is stored as `kind: text`. */
function withKind(pattern: string, { kinds }: HistoryTexts): string {
  const at = pattern.indexOf(': ');
  const kind = at < 0 ? undefined : own(kinds, pattern.slice(0, at));
  return kind === undefined ? pattern : `${kind}: ${pattern.slice(at + 2)}`;
}

/** Looks up own properties only, so that `constructor` and the like are not found. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);

function toHtml(summary: string, changes: readonly ChangePart[]): string {
  const items = changes.map(({ label, old, new: fresh }) => {
    const values = [...old.map((value) => `<del>${escapeHtml(value)}</del>`), ...fresh.map((value) => `<ins>${escapeHtml(value)}</ins>`)];
    return `<li><b>${escapeHtml(label)}</b>: ${values.join(', ')}</li>`;
  });
  return `<p>${escapeHtml(summary)}</p>${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}`;
}
