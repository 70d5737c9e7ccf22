import { describe, expect, it } from '@jest/globals';
import { CannotStart } from '../cannot-start.ts';
import { MAX_PROCESSES, ONE_EACH, readScale } from './scale.ts';

describe('--scale', () => {
  it.each([
    [[], {}],
    [['--scale', 'crawler=2'], { crawler: 2 }],
    [['--scale=crawler=2,events=3'], { crawler: 2, events: 3 }],
    [['--scale', 'crawler=2, gateway=1'], { crawler: 2 }],
    [['--scale', `tasks=${MAX_PROCESSES}`, '--scale', 'admin=2'], { tasks: MAX_PROCESSES, admin: 2 }],
  ])('%j', (args, given) => {
    expect(readScale(args)).toEqual({ ...ONE_EACH, ...given });
  });

  it.each([
    [['--scale', 'foo=2'], '"foo=2" names no service'],
    [['--scale', 'crawler'], '"crawler" names no service'],
    [['--scale'], '"" names no service'],
    [['--scale', 'crawler=2,'], '"" names no service'],
    [['--scale', 'toString=2'], '"toString=2" names no service'],
    [['--scale', 'crawler=0'], '"crawler=0" is no number of processes'],
    [['--scale', 'crawler=x'], '"crawler=x" is no number of processes'],
    [['--scale', 'crawler=1.5'], '"crawler=1.5" is no number of processes'],
    [['--scale', 'crawler=-1'], '"crawler=-1" is no number of processes'],
    [['--scale', `crawler=${MAX_PROCESSES + 1}`], 'is no number of processes'],
    [['--scale', 'crawler=2,crawler=3'], 'crawler is given twice'],
    [['--sclae', 'crawler=2'], 'Unknown option "--sclae"'],
    [['crawler=2'], 'Unknown option "crawler=2"'],
  ])('%j is refused in one line that says how', (args, line) => {
    const refused = () => readScale(args);
    expect(refused).toThrow(CannotStart);
    expect(refused).toThrow(line);
    expect(refused).toThrow(/^[^\n]*--scale crawler=2,events=2[^\n]*$/);
  });
});
