import { openScripted } from './scripted.subject.fixture.ts';
import { sourceConformance } from './source-conformance.fixture.ts';

sourceConformance('a scripted source', openScripted);
