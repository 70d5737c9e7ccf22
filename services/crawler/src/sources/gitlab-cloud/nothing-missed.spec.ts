import { afterEach, expect, test } from '@jest/globals';
import { manyProjects, type SimulatedProject } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import fc from 'fast-check';
import { closeAll, startStage } from './gitlab-stage.fixture.ts';

afterEach(closeAll);

test('whatever happens between requests and passes, every document is read in its last version, and each version once', async () => {
  const happening = fc.record({
    after: fc.integer({ min: 0, max: 12 }),
    do: fc.constantFrom(
      'add' as const,
      'remove' as const,
      'edit' as const,
      'move' as const,
      'hide' as const,
      'restore' as const,
      'issue' as const,
      'merge_request' as const,
      'commit' as const,
      'snippet' as const,
      'rewrite' as const,
      'pass' as const,
    ),
    at: fc.nat(),
  });
  const sizes = fc.tuple(fc.integer({ min: 1, max: 240 }), fc.constantFrom('paid' as const, 'free' as const));
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(happening, { maxLength: 12 }), async ([count, tier], list) => {
      const { api, stage } = await startStage(tier, 'token', { projects: manyProjects(count, 'token') });
      const { corpus } = api;
      let [wait, hour, next] = [list[0]?.after ?? 0, 0, 1_000];
      const rest = [...list];
      const removed: SimulatedProject[] = [];
      const happens = ({ do: what, at }: (typeof list)[number]) => {
        const index = at % Math.max(1, corpus.projects.length);
        const one = corpus.projects[index];
        const change = (more: Partial<SimulatedProject>) => {
          if (one !== undefined) corpus.projects[index] = { ...one, ...more };
        };
        const touched = {
          lastActivity: new Date(Date.UTC(2026, 1, 1, (hour += 1))).toISOString(),
          head: String(9_000_000 + hour).padStart(40, '0'),
        };
        if (what === 'add') corpus.projects.unshift(...manyProjects(1, 'token', (next += 1)));
        if (what === 'remove') removed.push(...corpus.projects.splice(index, 1));
        if (what === 'restore') corpus.projects.push(...removed.splice(0));
        if (what === 'edit') change({ ...touched, files: new Map([['config.env', Buffer.from(`token of hour ${hour}`)]]) });
        if (what === 'move') change({ path: `other/Group/service-${one?.id}` });
        const updatedAt = touched.lastActivity;
        // Every second text is too long to be kept, and is requested again.
        const text = `token of hour ${hour}${hour % 2 === 0 ? ' and more'.repeat(300) : ''}`;
        const request = { iid: hour, title: `token ${hour}`, description: text, updatedAt };
        const snippet = { title: `token ${hour}`, description: text, updatedAt, files: new Map([['s.env', Buffer.from(text)]]) };
        const { issues = [], mergeRequests = [], commits = [] } = one ?? {};
        if (what === 'issue') change({ ...touched, issues: [...issues, request] });
        if (what === 'merge_request') change({ ...touched, mergeRequests: [...mergeRequests, request] });
        if (what === 'commit')
          change({ ...touched, commits: [...commits, { id: `c${hour}`.padStart(40, '0'), message: text, committedAt: updatedAt }] });
        if (what === 'snippet') corpus.snippets.push({ ...snippet, id: hour, author: 'somebody' });
        if (what === 'rewrite') {
          const rewritten = <T extends object>(all: readonly T[]) => all.map((each) => ({ ...each, description: text, updatedAt }));
          change({ ...touched, issues: rewritten(issues), mergeRequests: rewritten(mergeRequests) });
          corpus.snippets = corpus.snippets.map((each) => ({ ...each, ...snippet }));
        }
        if (what === 'hide') change({ visibility: one?.visibility === 'private' ? 'public' : 'private' });
      };
      api.onRequest = () => {
        for (; wait <= 0 && rest.length > 0; wait = rest[0]?.after ?? 0) {
          const one = rest.shift();
          if (one !== undefined) happens(one);
        }
        wait -= 1;
      };
      while (rest.length > 0) await stage.pass();
      // What moved while it was read is named by the next pass; a project whose files were asked for before its change is read after a day.
      await stage.pass();
      await withClock(25 * 60, () => stage.pass());
      const texts = new Set(
        stage.documents.map(({ path, bytes, reference }) => `${reference.container.key} ${path} ${Buffer.from(bytes ?? []).toString()}`),
      );
      const wanted = corpus.projects
        .filter(({ visibility }) => visibility !== 'private')
        .map(({ id, files }) => `project:${id} config.env ${Buffer.from(files.get('config.env') ?? []).toString()}`);
      const written = corpus.projects
        .filter(({ visibility }) => visibility !== 'private')
        .flatMap(({ id, issues = [], mergeRequests = [], commits = [] }) => [
          ...issues.map(({ iid, title, description }) => `project:${id} -/issues/${iid} ${title}\n\n${description}`),
          ...mergeRequests.map(({ iid, title, description }) => `project:${id} -/merge_requests/${iid} ${title}\n\n${description}`),
          ...commits.map((one) => `project:${id} -/commits/${one.id} ${one.message}`),
        ]);
      const snippets = corpus.snippets.flatMap(({ id, title, description = '', files }) => [
        `snippet:${id} -/description ${title}\n\n${description}`,
        `snippet:${id} s.env ${Buffer.from(files.get('s.env') ?? []).toString()}`,
      ]);
      expect([...wanted, ...written, ...snippets].filter((one) => !texts.has(one))).toEqual([]);
      // What was gone when it was asked for, and is named again on a later day, is asked for again.
      const read = stage.documents.filter(({ bytes }) => bytes !== undefined);
      const versions = read.map(({ reference, path }) => `${reference.key} ${reference.version} ${path}`);
      expect(new Set(versions).size).toBe(versions.length);
    }),
    { numRuns: 20 },
  );
});
