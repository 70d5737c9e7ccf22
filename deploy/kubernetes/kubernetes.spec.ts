import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { installationSettings, settingNames } from '@leakwatch/local';
import { loadSettings } from '@leakwatch/platform';
import { PROGRAMS } from '../docker/compose-file.fixture.ts';
import { objectsIn, type Pod, podOf, podOfMigrations, read, type Variable, variablesIn } from './manifests.fixture.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = (name: string) => readFileSync(join(ROOT, name), 'utf8');

const KNOWN = new Set(Object.keys(installationSettings.shape));
/** Settings that are secrets, or addresses with passwords. */
const SECRET =
  /^(?:LEAKWATCH_(?:SIGNING|SEALING)_KEYS|LEAKWATCH_FINGERPRINT_KEY|LEAKWATCH_ADMIN_(?:EMAIL|PASSWORD)|REDIS_URL|SMTP_URL|S3_(?:ACCESS|SECRET)_KEY|KAFKA_PASSWORD|BOT_CHECK_SECRET|TELEGRAM_BOT_TOKEN|PASTEBIN_PROXY)$/;
/** Variables of which DATABASE_URL is made. */
const PARTS = new Set(['DATABASE_PASSWORD', 'DATABASE_SERVER']);

const service = ({ containers: [container] }: Pod) => container;
const secretOf = (variable: Variable) =>
  'valueFrom' in variable && 'secretKeyRef' in variable.valueFrom ? variable.valueFrom.secretKeyRef : undefined;
const pods = () => [...PROGRAMS.map((name) => [name, podOf(name)] as const), ['migrate', podOfMigrations()] as const];

describe('every pod', () => {
  it.each(pods())('%s is confined as the profile `restricted` demands, and has no credentials of the cluster', (_, pod) => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } });
    expect(service(pod).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    });
  });

  it.each(pods())('%s runs its program from the image of this version', (name, pod) => {
    const { version } = JSON.parse(page('package.json'));
    expect(service(pod)).toMatchObject({ image: `leakwatch:${version}`, command: ['node', `dist/${name}.js`] });
  });
});

describe('a service', () => {
  it.each(PROGRAMS)('%s is ready when it says so, and is restarted only when it does not run', (name) => {
    const { startupProbe, readinessProbe, livenessProbe } = service(podOf(name));
    expect([startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet.path)).toEqual(['/readyz', '/readyz', '/livez']);
  });

  it.each(PROGRAMS)('%s serves for some seconds longer when its pod is to stop', (name) => {
    expect(service(podOf(name)).lifecycle).toEqual({ preStop: { exec: { command: ['sleep', '5'] } } });
  });

  it.each(PROGRAMS)('%s is given its own secrets and no others', (name) => {
    const { env } = service(podOf(name));
    const given = env.flatMap((variable) => (secretOf(variable) === undefined ? [] : [variable.name]));
    const own = settingNames(name).filter((setting) => SECRET.test(setting));
    expect(given.toSorted()).toEqual([...own, ...(name === 'gateway' ? [] : ['DATABASE_PASSWORD'])].toSorted());
    for (const variable of env.filter(({ name: of }) => !PARTS.has(of))) {
      expect(KNOWN).toContain(variable.name);
      expect(secretOf(variable)?.key ?? variable.name).toBe(variable.name);
    }
  });

  it.each(PROGRAMS.filter((name) => name !== 'gateway'))('%s signs in at PostgreSQL as itself', (name) => {
    const { env } = service(podOf(name));
    expect(env.find((one) => one.name === 'DATABASE_PASSWORD')).toMatchObject({
      valueFrom: { secretKeyRef: { key: `${name.toUpperCase()}_DATABASE_PASSWORD` } },
    });
    expect(env.find((one) => one.name === 'DATABASE_URL')).toEqual({
      name: 'DATABASE_URL',
      value: `postgres://${name}_of_leakwatch:$(DATABASE_PASSWORD)@$(DATABASE_SERVER)`,
    });
  });

  it('the crawler has time to give its work back, and shares the mirrors', () => {
    const pod = podOf('crawler');
    expect(pod.terminationGracePeriodSeconds).toBe(120);
    expect(service(pod).volumeMounts).toContainEqual({ name: 'mirrors', mountPath: '/var/lib/leakwatch/mirrors' });
    expect(service(pod).resources.limits).toEqual({ cpu: '2', memory: '2Gi' });
    expect(objectsIn('base')).toContainEqual(
      expect.objectContaining({ kind: 'PersistentVolumeClaim', spec: expect.objectContaining({ accessModes: ['ReadWriteMany'] }) }),
    );
  });

  it('only the migrations know the owner of the database', () => {
    const { env } = service(podOfMigrations());
    expect(env.map(({ name }) => name)).toEqual(expect.arrayContaining(['DATABASE_OWNER_PASSWORD', 'REPORTS_DATABASE_PASSWORD']));
    const others = PROGRAMS.flatMap((name) => service(podOf(name)).env.map((variable) => secretOf(variable)?.key));
    expect(others).not.toContain('DATABASE_OWNER_PASSWORD');
  });
});

describe('the example', () => {
  const settings = variablesIn('example/settings.env');
  const secrets = variablesIn('example/secrets.example.env');

  it('has settings that exist, with values that fit, and no secret', () => {
    const own = new Map([...settings].filter(([name]) => !PARTS.has(name)));
    expect([...own.keys()].filter((name) => !KNOWN.has(name) || SECRET.test(name))).toEqual([]);
    expect(() => loadSettings(installationSettings, Object.fromEntries(own))).not.toThrow();
  });

  it('has each secret that a pod cannot start without, empty', () => {
    const needed = pods().flatMap(([, pod]) =>
      service(pod).env.flatMap((variable) => {
        const secret = secretOf(variable);
        return secret === undefined || secret.optional === true ? [] : [secret.key];
      }),
    );
    expect([...secrets.keys()].toSorted()).toEqual([...new Set(needed)].toSorted());
    expect([...new Set(secrets.values())]).toEqual(['']);
  });

  it('serves metrics at the port that is scraped', () => {
    for (const name of PROGRAMS)
      expect(service(podOf(name)).ports).toContainEqual({ name: 'metrics', containerPort: Number(settings.get('METRICS_PORT')) });
  });
});

describe('autoscaling and alerts', () => {
  const queries = ['autoscaling/crawler.yaml', 'autoscaling/events.yaml', 'monitoring/alerts.yaml'].map(read).join('\n');

  it('ask for metrics that there are', () => {
    const asked = new Set(queries.match(/\bleakwatch_[a-z_]+\b/g));
    expect(asked.size).toBeGreaterThan(5);
    const documented = page('docs/operating.md');
    for (const metric of asked) expect(documented).toContain(`\`${metric.replace(/_(?:bucket|count)$/, '')}\``);
  });

  it('are all explained', () => {
    const alerts = [...queries.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(alerts.length).toBeGreaterThan(5);
    for (const alert of alerts) expect(page('docs/kubernetes.md')).toContain(`| \`${alert}\` |`);
  });
});
