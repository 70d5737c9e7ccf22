import { DETECTOR_TEXTS_RU } from '@leakwatch/vocabulary';

export const detectors = DETECTOR_TEXTS_RU;
