import { HINTS_RU } from './hints-ru.ts';
import { SERVICES_RU } from './names/services-ru.ts';
import { SYSTEMS_RU } from './names/systems-ru.ts';
import { textsOf } from './texts-of.ts';

// A file of its own, as the English texts are.
export const DETECTOR_TEXTS_RU = textsOf({ ...SERVICES_RU, ...SYSTEMS_RU }, HINTS_RU);
