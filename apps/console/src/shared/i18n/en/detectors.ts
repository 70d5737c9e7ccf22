import { DETECTOR_TEXTS_EN } from '@leakwatch/vocabulary';

export const detectors = DETECTOR_TEXTS_EN;
