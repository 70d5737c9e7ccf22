import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { installationSettings, settingNames } from '@leakwatch/local';
import { loadSettings } from '@leakwatch/platform';
import { KAFKA_IMAGE } from '@leakwatch/testing';
import { z } from 'zod';
import { filledIn, networks, PROGRAMS, rawComposeFile, read, serviceOf, services, STORES, variablesIn } from './compose-file.fixture.ts';

const KNOWN_SETTINGS = new Set(Object.keys(installationSettings.shape));

/** Exceptions from a rule, with the reason. */
const EXCUSED = {
  writableRoot: { kafka: 'its start script writes its configuration and logs into folders of the image' },
  root: { objects: 'its image has no account of its own; it runs without any capability' },
  healthcheck: { migrate: 'it runs once; what waits for it waits for its exit code' },
} satisfies Record<string, Record<string, string>>;
/** Settings that the file does not pass on, with the reason. */
const NOT_HANDED_ON = {
  ...Object.fromEntries(
    ['LEAKWATCH_HOME', 'LEAKWATCH_HOST', 'LEAKWATCH_PORT', 'SERVICE_HOST', 'METRICS_HOST'].map((name) => [name, 'the image fixes it']),
  ),
  ...Object.fromEntries(
    ['KAFKA_REPLICATION', 'KAFKA_MIN_INSYNC', 'KAFKA_TLS', 'KAFKA_CA_FILE', 'KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'].map(
      (name) => [name, 'the broker of the file is one, and reached by its own network alone'],
    ),
  ),
  GIT_ALLOW_FILE: 'there are no repositories in a container',
  LEAKWATCH_GIT_USER: 'only root can start git under another account, and no container runs as root',
  LEAKWATCH_ADMIN_CODE: 'a code works once, for one command of a terminal',
} satisfies Record<string, string>;
/** Variables that `.env` may omit. The others have no default. */
const DEFAULTS = { LEAKWATCH_VERSION: '0.1.0', LEAKWATCH_BIND: '127.0.0.1', LEAKWATCH_PORTS: '8080' };

const KAFKA_SETTINGS = {
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
  KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://kafka:9092',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  KAFKA_NODE_ID: 1,
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: 1,
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: 1,
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: 1,
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
};

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
  z.record(z.string(), z.unknown()).parse(JSON.parse(read('deploy/docker/compose-spec.schema.json'))),
);
const everyone = Object.keys(services);
const outsiders = (excused: Readonly<Record<string, string>>) => everyone.filter((name) => !(name in excused));

describe('docker-compose.yml', () => {
  it('fits the Compose Specification', () => {
    validate(rawComposeFile());
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ services: { gateway: { image: 'leakwatch', helthcheck: {} } } })).toBe(false);
  });

  it('has the six services, their stores and the migrations', () => {
    expect(everyone.toSorted()).toEqual([...PROGRAMS, ...STORES, 'migrate'].toSorted());
  });

  it.each(everyone)('pins the image of %s', (name) => {
    expect(filledIn(serviceOf(name).image)).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?(@sha256:[0-9a-f]{64})?$/);
  });

  it.each(STORES)('pins the image of %s, which others publish, by its digest too', (name) => {
    expect(serviceOf(name).image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  it('has the broker that the tests run with', () => {
    expect(serviceOf('kafka').image).toBe(KAFKA_IMAGE);
  });

  it.each(everyone)('confines %s', (name) => {
    const service = serviceOf(name);
    expect(service).toMatchObject({ cap_drop: ['ALL'], cap_add: [], security_opt: ['no-new-privileges:true'], privileged: false });
    expect(service.deploy?.resources.limits).toEqual({
      cpus: expect.any(String),
      memory: expect.stringMatching(/^\d+[mg]$/),
      pids: expect.any(Number),
    });
    expect(service.logging).toEqual({ driver: 'local' });
    expect(service.restart).toMatch(name === 'migrate' ? /^on-failure:\d+$/ : /^unless-stopped$/);
  });

  it.each(outsiders(EXCUSED.writableRoot))('gives %s no root folder to write to', (name) => {
    expect(serviceOf(name).read_only).toBe(true);
  });

  it.each(outsiders(EXCUSED.root))('does not run %s as root', (name) => {
    expect(serviceOf(name).user ?? 'as the image says').not.toMatch(/^(root|0)/);
  });

  it.each(outsiders(EXCUSED.healthcheck))('checks the health of %s', (name) => {
    expect(serviceOf(name).healthcheck?.test[0]).toMatch(/^CMD(-SHELL)?$/);
    expect(serviceOf(name).stop_grace_period).toMatch(/^\d+[sm]$/);
  });

  it('publishes only the gateway, on loopback by default, and names no container', () => {
    expect(everyone.filter((name) => serviceOf(name).ports.length > 0)).toEqual(['gateway']);
    expect(serviceOf('gateway').ports.map(filledIn)).toEqual(['127.0.0.1:8080:8080']);
    expect(everyone.filter((name) => serviceOf(name).container_name !== undefined)).toEqual([]);
  });

  it('keeps the stores off every network that leads out', () => {
    expect(networks['stores']?.internal).toBe(true);
    for (const name of [...STORES, 'migrate']) expect(serviceOf(name).networks).toEqual(['stores']);
  });

  it('starts nothing before the migrations and what it needs', () => {
    for (const name of PROGRAMS)
      expect(serviceOf(name).depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        redis: { condition: 'service_healthy' },
        kafka: { condition: 'service_healthy' },
        objects: { condition: 'service_healthy' },
      });
    expect(serviceOf('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  });
});

describe('the secrets of docker-compose.yml', () => {
  const variables = variablesIn(read('docker-compose.yml'));
  const example = read('deploy/docker/example.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('have no default: compose refuses to start without them', () => {
    const optional = variables.filter(({ rest }) => !rest.startsWith(':?')).map(({ name, rest }) => [name, rest.replace(/^:-/, '')]);
    expect(Object.fromEntries(optional)).toEqual(DEFAULTS);
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: DEFAULTS.LEAKWATCH_VERSION });
  });

  it('are never written out', () => {
    for (const name of everyone)
      for (const [variable, value] of Object.entries(serviceOf(name).environment))
        if (/PASSWORD|SECRET|ACCESS_KEY|_KEYS|FINGERPRINT/.test(variable))
          expect(`${variable}=${value}`).toMatch(/=(?:null|\$\{\w+:\?[^}]+\})$/);
    expect(read('docker-compose.yml').match(/:\/\/[^/\s]*:[^/\s$]+@/g)).toBeNull();
  });

  it('are all in example.env, and empty there', () => {
    const needed = variables.filter(({ rest }) => rest.startsWith(':?')).map(({ name }) => `${name}=`);
    expect(example.toSorted()).toEqual([...new Set(needed)].toSorted());
  });
});

describe('the services in docker-compose.yml', () => {
  it.each(PROGRAMS)('%s runs the program of its name from the one image', (name) => {
    expect(serviceOf(name)).toMatchObject({
      image: serviceOf('migrate').image,
      command: ['node', `dist/${name}.js`],
      pull_policy: 'never',
    });
    expect(serviceOf(name).healthcheck?.test.join(' ')).toContain('http://127.0.0.1:8080/readyz');
  });

  it('pass on every setting that an operator may want to change', () => {
    const given = new Set(everyone.flatMap((name) => Object.keys(serviceOf(name).environment)));
    expect([...KNOWN_SETTINGS].filter((name) => !given.has(name) && !(name in NOT_HANDED_ON))).toEqual([]);
    expect(Object.keys(NOT_HANDED_ON).filter((name) => !KNOWN_SETTINGS.has(name))).toEqual([]);
  });

  it.each([...PROGRAMS, 'migrate'])('%s is given settings that exist, with values that fit', (name) => {
    const { environment } = serviceOf(name);
    expect(Object.keys(environment).filter((variable) => !KNOWN_SETTINGS.has(variable))).toEqual([]);
    const given = Object.entries(environment).map(([variable, value]) => [variable, value === null ? undefined : filledIn(String(value))]);
    expect(() => loadSettings(installationSettings, Object.fromEntries(given))).not.toThrow();
  });

  it.each(PROGRAMS)('%s is given its own settings and no secret besides', (name) => {
    const given = Object.keys(serviceOf(name).environment).toSorted();
    expect(given).toEqual(
      settingNames(name)
        .filter((setting) => !(setting in NOT_HANDED_ON))
        .toSorted(),
    );
  });

  it.each(PROGRAMS.filter((name) => name !== 'gateway'))('%s is found where it listens', (name) => {
    expect(serviceOf('gateway').environment[`${name.toUpperCase()}_URL`]).toBe(`http://${name}:8080`);
  });

  it('each have a login of their own; only the migrations know the owner, who is no superuser', () => {
    const addresses = [...PROGRAMS, 'migrate'].map((name) => [name, serviceOf(name).environment['DATABASE_URL']?.toString().split('@')[0]]);
    const login = (service: string) => [
      service,
      `postgres://${service}_of_leakwatch:\${${service.toUpperCase()}_DATABASE_PASSWORD:?set it in .env, see deploy/docker/example.env}`,
    ];
    expect(addresses).toEqual([
      ['gateway', undefined],
      ...PROGRAMS.filter((name) => name !== 'gateway').map(login),
      ['migrate', 'postgres://leakwatch:${DATABASE_OWNER_PASSWORD:?set it in .env, see deploy/docker/example.env}'],
    ]);
    expect(read('deploy/docker/create-owner.sh')).toContain('create role leakwatch login createrole password');
    expect(everyone.filter((name) => 'POSTGRES_PASSWORD' in serviceOf(name).environment)).toEqual(['postgres']);
  });

  it('give the crawler time to finish its work', () => {
    expect(serviceOf('crawler')).toMatchObject({ stop_grace_period: '2m', volumes: ['mirrors:/var/lib/leakwatch/mirrors'] });
  });
});

describe('the stores in docker-compose.yml', () => {
  it('Kafka is one node that is its own quorum and keeps its data in the volume', () => {
    const { environment, volumes } = serviceOf('kafka');
    expect(environment).toMatchObject(KAFKA_SETTINGS);
    expect(volumes).toEqual([`kafka:${environment['KAFKA_LOG_DIRS']}`]);
    // A cluster's id is 16 bytes as base64 for addresses.
    expect(Buffer.from(String(environment['CLUSTER_ID']), 'base64url').toString('base64url')).toBe(environment['CLUSTER_ID']);
    expect(Buffer.from(String(environment['CLUSTER_ID']), 'base64url')).toHaveLength(16);
  });

  it('Redis keeps a log of its writes, evicts nothing and asks for a password', () => {
    const lines = serviceOf('redis').command?.join('\n').split('\n');
    expect(lines).toEqual(expect.arrayContaining(['appendonly yes', 'maxmemory-policy noeviction', 'requirepass $${REDIS_PASSWORD}']));
    expect(serviceOf('redis').volumes).toEqual(['redis:/data']);
  });

  it('PostgreSQL keeps its data where its image of version 18 puts them', () => {
    expect(serviceOf('postgres')).toMatchObject({
      image: expect.stringMatching(/^postgres:18\./),
      volumes: ['postgres:/var/lib/postgresql', './deploy/docker/create-owner.sh:/docker-entrypoint-initdb.d/create-owner.sh:ro'],
    });
  });

  it('the S3 store has the bucket and the keys that the services are given', () => {
    const { environment } = serviceOf('objects');
    const given = serviceOf('reports').environment;
    expect([environment['ROOT_ACCESS_KEY'], environment['ROOT_SECRET_KEY'], environment['VGW_REGION']]).toEqual([
      given['S3_ACCESS_KEY'],
      given['S3_SECRET_KEY'],
      given['S3_REGION'],
    ]);
    expect(read('docker-compose.yml')).toContain(`mkdir -p /data/${given['S3_BUCKET']} `);
  });
});
