import { routesConformance } from '@leakwatch/testing';
import { tasksService } from './service.ts';

routesConformance('tasks', tasksService);
