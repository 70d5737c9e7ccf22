import { serveMatching } from '@leakwatch/matching';
import { doScreening } from './do-screening.ts';

serveMatching(doScreening);
