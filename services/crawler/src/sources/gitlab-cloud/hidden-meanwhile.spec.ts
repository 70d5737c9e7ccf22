import { afterEach, describe, expect, test } from '@jest/globals';
import { type SimulatedProject, simulatedProject } from '@leakwatch/simulators';
import { closeAll, startStage, textsOf, TOKEN } from './gitlab-stage.fixture.ts';

afterEach(closeAll);

describe('what is hidden after it was named, and what the account may read nevertheless', () => {
  const LONG = `corp.com ${'x'.repeat(5_000)}`;
  const at = '2026-02-01T00:00:00Z';
  const request = (iid: number) => ({ iid, title: 'long', description: LONG, updatedAt: at });
  const open = async () => {
    const project = simulatedProject(
      1,
      'a/b',
      { 'a.env': 'corp.com' },
      {
        issues: [request(3), { ...request(4), description: 'corp.com short' }],
        mergeRequests: [request(8)],
        commits: [{ id: 'c'.repeat(40), message: LONG, committedAt: at }],
      },
    );
    const snippet = { id: 50, title: 'corp.com', author: 'ann', projectId: 1, updatedAt: at, files: new Map([['s', Buffer.from('s')]]) };
    const accounts = { [TOKEN]: { tier: 'paid', seesPrivate: true } as const };
    const made = await startStage('paid', 'corp.com', { projects: [project], snippets: [snippet], accounts });
    made.stage.begin();
    while (made.stage.frontier.slices.length > 0) await made.stage.step();
    const change = (more: Partial<SimulatedProject>) => void (made.api.corpus.projects[0] = { ...project, ...more });
    return { ...made, project, change };
  };
  const READ = {
    'a/b a.env': 'corp.com',
    'a/b -/issues/3': `long\n\n${LONG}`,
    // Its text came with the answer that named it, when everybody could see it.
    'a/b -/issues/4': 'long\n\ncorp.com short',
    'a/b -/merge_requests/8': `long\n\n${LONG}`,
    [`a/b -/commits/${'c'.repeat(40)}`]: LONG,
    'corp.com -/description': 'corp.com\n\n',
    'corp.com s': 's',
  };
  const GONE = Object.fromEntries(Object.keys(READ).map((key) => [key, '(gone)']));

  test('nothing is hidden', async () => {
    const { stage } = await open();
    await stage.finish();
    expect(textsOf(stage)).toEqual(READ);
  });

  test('an issue becomes confidential', async () => {
    const { stage, project, change } = await open();
    change({ issues: (project.issues ?? []).map((one) => ({ ...one, confidential: true })) });
    await stage.finish();
    expect(textsOf(stage)).toEqual({ ...READ, 'a/b -/issues/3': '(gone)' });
  });

  test('a project becomes private', async () => {
    const { stage, change } = await open();
    change({ visibility: 'private' });
    await stage.finish();
    expect(textsOf(stage)).toEqual({ ...GONE, 'a/b -/issues/4': READ['a/b -/issues/4'] });
  });

  test('a part of a project is left to its members', async () => {
    const { stage, change } = await open();
    change({ membersOnly: ['repository', 'issues'] });
    await stage.finish();
    const hidden = ['a/b a.env', 'a/b -/issues/3', `a/b -/commits/${'c'.repeat(40)}`];
    expect(textsOf(stage)).toEqual({ ...READ, ...Object.fromEntries(hidden.map((key) => [key, '(gone)'])) });
  });
});
