import { entitiesConformance } from '@leakwatch/testing';
import { tasksService } from './service.ts';

entitiesConformance(tasksService);
