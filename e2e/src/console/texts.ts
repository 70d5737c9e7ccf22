// Text files register themselves when they are imported.
import type {} from '../../../apps/console/src/shared/i18n/catalogue.ts';
import * as baseEn from '../../../apps/console/src/shared/i18n/en/base.ts';
import * as codesEn from '../../../apps/console/src/shared/i18n/en/codes.ts';
import * as baseRu from '../../../apps/console/src/shared/i18n/ru/base.ts';
import * as codesRu from '../../../apps/console/src/shared/i18n/ru/codes.ts';
import * as formEn from '../../../apps/console/src/features/tasks/create/texts/en/index.ts';
import * as formRu from '../../../apps/console/src/features/tasks/create/texts/ru/index.ts';
import * as tasksEn from '../../../apps/console/src/features/tasks/texts/en.ts';
import * as tasksRu from '../../../apps/console/src/features/tasks/texts/ru.ts';

const en = { ...baseEn, ...codesEn, ...formEn, ...tasksEn };
export type Texts = typeof en;

/** What the forms of tasks show, in both languages. */
export const TEXTS: Readonly<Record<'ru' | 'en', Texts>> = { ru: { ...baseRu, ...codesRu, ...formRu, ...tasksRu }, en };
