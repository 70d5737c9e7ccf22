import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);

interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly responses: Readonly<Record<string, unknown>> } }>>;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** GitHub's own description of its API. It has 13 MB, so only what is asked for is compiled. */
export class GithubDescription {
  private readonly root: unknown;
  private readonly paths: Description['paths'];
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor() {
    const file = join(dirname(require.resolve('@octokit/openapi')), 'generated', 'api.github.com.json');
    const description: Description = JSON.parse(readFileSync(file, 'utf8'));
    this.root = description;
    this.paths = description.paths;
  }

  /** Where an answer differs from its description; empty when it does not. `path` is a template such as `/gists/{gist_id}`. */
  faults(path: string, status: number, body: unknown): readonly string[] {
    const response = this.follow(this.paths[path]?.get?.responses[String(status)]);
    if (!isObject(response)) return [`GitHub does not describe ${status} of ${path}`];
    const schema = this.schemaIn(response);
    if (schema === undefined) return body === undefined ? [] : [`GitHub describes no body for ${status} of ${path}`];
    const key = `${status} ${path}`;
    const validate = this.compiled.get(key) ?? compiler().compile({ allOf: [this.expand(schema, [])] });
    this.compiled.set(key, validate);
    return validate(body) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }

  private schemaIn({ content }: Json): unknown {
    const media = isObject(content) ? content['application/json'] : undefined;
    return isObject(media) ? media['schema'] : undefined;
  }

  /** The schema with its references written out; GitHub's are not recursive here. `nullable` of OpenAPI 3.0 becomes a type. */
  private expand(value: unknown, via: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((one) => this.expand(one, via));
    if (!isObject(value)) return value;
    const { $ref, nullable, example: _example, examples: _examples, ...rest } = value;
    if (typeof $ref === 'string') {
      if (via.includes($ref)) throw new Error(`recursive ${$ref}`);
      return this.expand(this.follow(value), [...via, $ref]);
    }
    const plain = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, this.expand(one, via)]));
    return nullable === true ? { anyOf: [{ type: 'null' }, plain] } : plain;
  }

  private follow(value: unknown): unknown {
    if (!isObject(value) || typeof value['$ref'] !== 'string') return value;
    const steps = value['$ref'].replace(/^#\//, '').split('/');
    return this.follow(steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), this.root));
  }
}

function compiler(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  return ajv;
}
