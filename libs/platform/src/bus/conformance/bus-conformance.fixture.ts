import { describe } from '@jest/globals';
import { deliveryConformance } from './delivery.fixture.ts';
import { failureConformance } from './failures.fixture.ts';
import { inboxConformance } from './inbox.fixture.ts';
import { sizeConformance } from './size.fixture.ts';
import { type ConformanceSubject, Stage } from './stage.fixture.ts';

/** Every adapter of the bus port passes this suite. `more` adds what is an adapter's own. */
export function busConformance(name: string, open: () => Promise<ConformanceSubject>, more?: (stage: Stage) => void): void {
  describe(`bus: ${name}`, () => {
    const stage = new Stage(open);
    deliveryConformance(stage);
    failureConformance(stage);
    inboxConformance(stage);
    sizeConformance(stage);
    more?.(stage);
  });
}
