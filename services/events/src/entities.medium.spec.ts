import { entitiesConformance } from '@leakwatch/testing';
import { eventsService } from './service.ts';

entitiesConformance(eventsService);
