import { describe, expect, it } from '@jest/globals';
import type { AnnouncedEvent } from '@leakwatch/contracts';
import { EVENT_STATUSES, WEBHOOK_FORMATS, WEBHOOK_KINDS } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { z } from 'zod';
import { bodyOf } from './body.ts';
import type { Subject } from './subject.ts';

const token = {
  id: 't',
  name: 'AWS access key',
  detector: 'aws_access_key',
  severity: 'critical' as const,
  count: 1,
  masked: ['AKIA…889'],
};
const event: AnnouncedEvent = {
  id: '0a7a1f0e-6c1c-5b3f-8f0e-6f3d0f0f5a10',
  status: 'open',
  source_type: 'github',
  pattern: 'romashka',
  filter_keywords: [],
  task: '0a7a1f0e-6c1c-4b3f-8f0e-6f3d0f0f5a11',
  task_name: 'VPN',
  created: '2026-11-20T10:11:12.000Z',
  updated_at: '2026-11-20T10:11:13.000Z',
  last_seen: '2026-11-20T10:11:14.000Z',
  username: 'romashka',
  repo_name: 'romashka/infra',
  repo_url: 'https://github.com/romashka/infra',
  file_url: 'https://github.com/romashka/infra/blob/vpn.conf',
  file_path: 'conf/vpn.conf',
  file_lang: 'INI',
  line: 3,
  commit: 'c0ffee',
  commit_author: 'Ivan',
  commit_date: null,
  severity: 'critical',
  tokens: [token],
  secret_hashes: ['h'],
  content_hash: null,
  assignee: null,
  due_date: null,
  reason: null,
  from_archive: false,
};
const subject: Subject = {
  id: 'd',
  kind: 'event.created',
  organisation: 'o',
  at: new Date('2026-11-20T10:11:12.000Z'),
  from: null,
  to: 'open',
  event,
  link: 'https://console.example/?id=1',
};
/** What OCSF 1.3 has of the objects that a body names: validators of receivers refuse every other attribute, and those that are empty. */
const filled = z.string().min(1);
const one = z.literal(1);
const detectionFinding = z.strictObject({
  activity_id: z.literal([1, 2, 3]),
  activity_name: filled,
  category_uid: z.literal(2),
  category_name: filled,
  class_uid: z.literal(2004),
  class_name: filled,
  type_uid: z.literal([200_401, 200_402, 200_403]),
  time: z.int(),
  severity_id: z.literal([0, 2, 3, 4, 5]),
  severity: filled,
  status_id: z.literal([1, 2, 3, 4]),
  status: filled,
  message: filled,
  metadata: z.strictObject({
    version: filled,
    uid: filled,
    tenant_uid: filled,
    product: z.strictObject({ name: filled, vendor_name: filled }),
  }),
  finding_info: z.strictObject({
    uid: filled,
    title: filled,
    types: z.array(filled),
    src_url: filled.optional(),
    created_time: z.int().optional(),
    first_seen_time: z.int().optional(),
    last_seen_time: z.int().optional(),
    modified_time: z.int().optional(),
  }),
  resources: z
    .array(z.strictObject({ type: filled, name: filled, uid: filled, owner: z.strictObject({ name: filled }).optional() }))
    .optional(),
  evidences: z
    .array(
      z.strictObject({
        file: z.strictObject({ name: filled, path: filled, type_id: one }).optional(),
        url: z.strictObject({ url_string: filled }).optional(),
      }),
    )
    .optional(),
  unmapped: z.looseObject({}).optional(),
});
/** Longest body that receivers are sent. */
const BODY_MAX = 256 * 1024;

describe('the body of a delivery', () => {
  it('is a Detection Finding of OCSF', () => {
    expect(JSON.parse(bodyOf('ocsf', subject))).toMatchObject({
      activity_id: 1,
      category_uid: 2,
      class_uid: 2004,
      type_uid: 200_401,
      severity_id: 5,
      status_id: 1,
      time: Date.parse('2026-11-20T10:11:12.000Z'),
      metadata: { version: '1.3.0', uid: 'd', product: { vendor_name: 'Leakwatch' } },
      finding_info: { uid: event.id, title: 'AWS access key AKIA…889', src_url: subject.link },
    });
    const changed = { ...subject, kind: 'event.status_changed' as const, from: 'open' as const };
    expect(JSON.parse(bodyOf('ocsf', { ...changed, to: 'fixed' }))).toMatchObject({ type_uid: 200_403, status_id: 4 });
    expect(JSON.parse(bodyOf('ocsf', { ...changed, to: 'in_progress' }))).toMatchObject({ type_uid: 200_402, status_id: 2 });
  });

  it('has only attributes of OCSF 1.3, and none that is empty where a source has no path, owner or address', () => {
    const changed = { ...subject, kind: 'event.status_changed' as const, from: 'open' as const, to: 'fixed' as const };
    const bare = { ...event, file_path: '', username: '', severity: null, tokens: [] };
    const finding = (of: Subject) => detectionFinding.parse(JSON.parse(bodyOf('ocsf', of)));
    expect(finding(subject).evidences).toEqual([
      { file: { name: 'vpn.conf', path: 'conf/vpn.conf', type_id: 1 }, url: { url_string: event.file_url } },
    ]);
    expect(finding(changed).type_uid).toBe(200_403);
    expect(finding({ ...subject, event: bare }).evidences).toEqual([{ url: { url_string: event.file_url } }]);
    expect(finding({ ...subject, event: { ...bare, file_url: '' } }).evidences).toBeUndefined();
    expect(finding({ ...subject, kind: 'test', to: null, event: null }).resources).toBeUndefined();
  });

  it('is a message of Slack in which text from outside is not markup', () => {
    const text = bodyOf('slack', { ...subject, event: { ...event, repo_name: '<!channel> *b* <https://evil.example|x>', tokens: [] } });
    expect(text).not.toMatch(/<!channel|<https:\/\/evil|[^\u200b]\*b/);
    const { blocks } = JSON.parse(bodyOf('slack', subject));
    expect(blocks[0].text.text).toBe(
      '*New leak*\n<https://console.example/?id=1|AWS access key AKIA…889>\nGitHub, romashka/infra: conf/vpn.conf, line 3',
    );
  });

  it.each(['<&>', '😀', '*a😀', 'a&'])(
    'is a message of Slack that ends its link and cuts no sign in two, whatever is repeated: %s',
    (sign) => {
      for (const before of ['', 'a', 'ab', 'abc']) {
        const long = before + sign.repeat(3_000);
        const { text, blocks } = JSON.parse(
          bodyOf('slack', { ...subject, event: { ...event, tokens: [], pattern: long, file_path: long, task_name: long } }),
        );
        const section = blocks[0].text.text;
        expect(section).toMatch(/^\*New leak\*\n<https:\/\/console\.example\/\?id=1\|[^<>]+>\nGitHub/);
        expect(section.length).toBeLessThanOrEqual(3_000);
        for (const one of [text, section, blocks[1].elements[0].text]) expect(one).not.toMatch(/&(?!amp;|lt;|gt;)|\p{Surrogate}/u);
      }
    },
  );

  it('leaves addresses among the names of a message of Slack as text', () => {
    const { blocks } = JSON.parse(bodyOf('slack', subject));
    expect([blocks[0].text.verbatim, blocks[1].elements[0].verbatim]).toEqual([true, true]);
  });

  it.each(WEBHOOK_FORMATS)('cuts no character in two: %s', (format) => {
    for (const before of ['', 'a']) {
      const long = before + '😀'.repeat(5_000);
      const body = bodyOf(format, { ...subject, event: { ...event, tokens: [], pattern: long, file_path: long, repo_name: long } });
      expect(body).not.toMatch(/\\ud[89a-f]/);
    }
  });

  it('says in every format that the event is from the archive', () => {
    const archived = { ...subject, event: { ...event, from_archive: true } };
    expect(JSON.parse(bodyOf('plain', archived)).event).toMatchObject({ from_archive: true });
    expect(JSON.parse(bodyOf('ocsf', archived)).unmapped).toMatchObject({ from_archive: true });
    const facts = (of: Subject) => JSON.parse(bodyOf('slack', of)).blocks[1].elements[0].text;
    expect([facts(archived), facts(subject)]).toEqual([
      'Severity: Critical · Status: Open · Task: VPN · Found in the archive',
      'Severity: Critical · Status: Open · Task: VPN',
    ]);
  });

  it('is JSON of a bounded size, whatever the texts, for every format and kind', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('я'.repeat(100_000)), fc.constant('<&>*'.repeat(50_000)));
    const property = fc.property(
      text,
      fc.constantFrom(...WEBHOOK_FORMATS),
      fc.constantFrom(...WEBHOOK_KINDS),
      fc.option(fc.constantFrom(...EVENT_STATUSES)),
      (long, format, kind, to) => {
        const tokens = Array.from({ length: 100 }, () => ({ ...token, name: long, masked: [long, long, long] }));
        const named = {
          ...event,
          file_path: long,
          file_url: long,
          repo_name: long,
          repo_url: long,
          username: long,
          pattern: long,
          task_name: long,
        };
        const full = { ...named, commit_author: long, tokens, filter_keywords: Array.from({ length: 1_000 }, () => long) };
        const body = bodyOf(format, { ...subject, kind, to, event: kind === 'test' ? null : full });
        expect(() => JSON.parse(body)).not.toThrow();
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BODY_MAX);
      },
    );
    fc.assert(property, { numRuns: 200 });
  });
});
