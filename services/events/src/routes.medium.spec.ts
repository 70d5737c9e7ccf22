import { routesConformance } from '@leakwatch/testing';
import { eventsService } from './service.ts';

routesConformance('events', eventsService);
