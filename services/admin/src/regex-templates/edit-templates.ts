import { Inject, Injectable } from '@nestjs/common';
import {
  type changeRegexTemplate,
  type createRegexTemplate,
  type InputOf,
  type RegexTemplate,
  regexTemplateChangesV1,
} from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  newId,
  NotFound,
  outgoing,
  type SqlEntityManager,
  STAFF,
} from '@leakwatch/platform';
import { REGEX_TEMPLATES_MAX } from '@leakwatch/rules';
import { type AuditChange, changesBetween, type Shown } from '../audit/audit-changes.domain.ts';
import { EDITED, requireSeen, type VersionDetail, versionDetail } from '../audit/changed-meanwhile.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { addTemplate, countForAdding, lockTemplate, removeTemplate, type TemplateFields, updateTemplate } from './regex-template.store.ts';
import { toTemplate } from './regex-templates.read-model.ts';
import { TryTemplate } from './try-template.ts';

type Action = 'regex_template_created' | 'regex_template_changed' | 'regex_template_deleted';

/** Staff create, change and delete regex templates (docs/behaviour/detectors.md). Names are unique. */
@Injectable()
export class EditTemplates {
  constructor(
    private readonly database: Database,
    private readonly trial: TryTemplate,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async create(body: InputOf<typeof createRegexTemplate>['body'], caller: Caller): Promise<RegexTemplate> {
    const template = { ...body, regex: await this.trial.require(body.regex, caller), id: newId(), version: 1 };
    await this.database.inScope(STAFF, async (em) => {
      if ((await countForAdding(em)) >= REGEX_TEMPLATES_MAX) throw new Conflict('regex_templates_max');
      if (!(await addTemplate(em, template))) throw new Conflict('regex_template_exists');
      await this.publish(em, { ...template, deleted: false });
      await record(em, 'regex_template_created', template.id, caller, changesBetween(null, shown(template)));
    });
    return toTemplate(template);
  }

  /** What the body leaves out stays. A body that changes nothing has no effect. */
  async change(id: string, body: InputOf<typeof changeRegexTemplate>['body'], caller: Caller): Promise<RegexTemplate> {
    const regex = body.regex === undefined ? undefined : await this.trial.require(body.regex, caller);
    return this.database.inScope(STAFF, async (em) => {
      const before = await lockTemplate(em, id);
      if (before === undefined) throw new NotFound();
      const { name = before.name, hint = before.hint, severity = before.severity } = body;
      const after = { id, name, regex: regex ?? before.regex, hint, severity };
      if (sameFields(before, after)) return toTemplate(before);
      await requireSeen(em, EDITED.regex_template, id, before.version, body.version);
      const next = { ...after, version: before.version + 1 };
      if (!(await updateTemplate(em, next))) throw new Conflict('regex_template_exists');
      await this.publish(em, { ...next, deleted: false });
      await record(em, 'regex_template_changed', id, caller, changesBetween(shown(before), shown(next)), versionDetail(next));
      return toTemplate(next);
    });
  }

  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.inScope(STAFF, async (em) => {
      const before = await lockTemplate(em, id);
      if (before === undefined) throw new NotFound();
      await removeTemplate(em, id);
      const { name, regex, hint, severity, version } = before;
      await this.publish(em, { id, name, regex, hint, severity, version: version + 1, deleted: true });
      await record(em, 'regex_template_deleted', id, caller, changesBetween(shown(before), null));
    });
  }

  private async publish(
    em: SqlEntityManager,
    change: TemplateFields & { readonly id: string; readonly version: number; readonly deleted: boolean },
  ): Promise<void> {
    await this.bus.publish(em, [outgoing(regexTemplateChangesV1, change)]);
  }
}

const sameFields = (left: TemplateFields, right: TemplateFields): boolean =>
  left.name === right.name && left.regex === right.regex && left.hint === right.hint && left.severity === right.severity;

const shown = ({ name, regex, hint, severity }: TemplateFields): Shown => ({ name, regex, hint, severity });

const record = (
  em: SqlEntityManager,
  kind: Action,
  template: string,
  from: Caller,
  changes: AuditChange[],
  version: VersionDetail = {},
) => {
  const detail = { regex_template: template, ...version };
  return recordAudit(em, { kind, account: from.account?.id ?? null, organisation: null, from, detail, changes });
};
