import { HINTS_EN } from './hints-en.ts';
import { SERVICES_EN } from './names/services-en.ts';
import { SYSTEMS_EN } from './names/systems-en.ts';
import { textsOf } from './texts-of.ts';

// The console loads one language: each is a file of its own, and imports no other.
export const DETECTOR_TEXTS_EN = textsOf({ ...SERVICES_EN, ...SYSTEMS_EN }, HINTS_EN);
