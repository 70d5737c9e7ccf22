import { entitiesConformance, sealingConformance } from '@leakwatch/testing';
import { tasksService } from './service.ts';

entitiesConformance(tasksService);
sealingConformance(tasksService);
