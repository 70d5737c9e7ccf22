import { Inject, Injectable } from '@nestjs/common';
import type { changeWebhook, createWebhook, InputOf, WebhookRow } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  databaseNow,
  InvalidRequest,
  isRefusedLiteral,
  newId,
  newPrefixedToken,
  NotFound,
  organisationScope,
  SETTINGS,
  type SqlEntityManager,
  Vault,
} from '@leakwatch/platform';
import { webhookAddressFault } from '@leakwatch/rules';
import { WEBHOOK_ROTATION_SECONDS, WEBHOOKS_MAX, type AuditKind } from '@leakwatch/vocabulary';
import { signedIn } from '../accounts/signed-in.ts';
import { changesBetween, HIDDEN } from '../audit/audit-changes.domain.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { EDITED, requireSeen, versionDetail } from '../audit/changed-meanwhile.ts';
import type { AdminSettings } from '../settings.ts';
import { endCause } from '../technical-notifications/technical-notification.store.ts';
import { causeOf } from './disable-webhook.ts';
import { organisationOf } from './organisation-of.ts';
import type { Webhook } from './webhook.entities.ts';
import {
  addWebhook,
  countForNew,
  giveUpPending,
  hurryPending,
  lockWebhook,
  removeWebhook,
  secretContext,
  toWebhookRow,
  justCreated,
  updateWebhook,
  urlContext,
} from './webhook.store.ts';

/** Scanners recognise a leaked secret by it. */
const SECRET_PREFIX = 'lwwh_';

const WITHOUT_FAILURES = { failures: 0, failing_since: null } as const;

export interface WithSecret {
  readonly webhook: WebhookRow;
  /** Cannot be shown again. */
  readonly secret: string;
}

/** What of a webhook the audit trail shows. The address is a credential at many receivers. */
const shown = ({ origin, events, format, active }: Webhook) => ({ address: origin, events, format, active });

/** People of an organisation make, change and delete its webhooks. Every call throws Forbidden `not_in_organisation` and, for an id, NotFound. */
@Injectable()
export class EditWebhooks {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  /**
   * A creation that its author sends again, because the answer was lost, answers the webhook that is there, with its secret. Throws InvalidRequest
   * `webhook_invalid`, and Conflict `webhooks_max`.
   */
  async create({ url, events, format }: InputOf<typeof createWebhook>['body'], caller: Caller): Promise<WithSecret> {
    const organisation = organisationOf(caller);
    const id = newId();
    const secret = newPrefixedToken(SECRET_PREFIX);
    const address = this.sealedAddress(id, url);
    const author = signedIn(caller).id;
    return this.database.inScope(organisationScope(organisation), async (em) => {
      const count = await countForNew(em, organisation);
      const repeated = (await justCreated(em, organisation, author)).find((one) => this.isSame(one, { url, events, format }));
      if (repeated !== undefined) {
        const shownBefore = this.vault.open(repeated.secret, secretContext(repeated.id));
        return { webhook: toWebhookRow(repeated, await databaseNow(em)), secret: shownBefore };
      }
      if (count >= WEBHOOKS_MAX) throw new Conflict('webhooks_max', { limit: WEBHOOKS_MAX });
      const sealed = this.vault.seal(secret, secretContext(id));
      const added = await addWebhook(em, {
        id,
        organisation_id: organisation,
        ...address,
        events: [...new Set(events)],
        format,
        secret: sealed,
        created_by: author,
      });
      await record(em, 'webhook_created', caller, null, added);
      return { webhook: toWebhookRow(added, await databaseNow(em)), secret };
    });
  }

  /**
   * A webhook that is enabled again, or has a new address, begins without failures, and what waits is sent to the new address at once. Throws InvalidRequest `webhook_invalid`, and Conflict `changed_meanwhile` where it has
   * another version than the body names.
   */
  async change(id: string, body: InputOf<typeof changeWebhook>['body'], caller: Caller): Promise<WebhookRow> {
    const { url, events, format, active, version } = body;
    const address = url === undefined ? {} : this.sealedAddress(id, url);
    return this.ofOwn(id, caller, async (em, before) => {
      await requireSeen(em, EDITED.webhook, id, before.edit_version, version);
      const enabled = active === true && !before.active ? { ...WITHOUT_FAILURES, disabled_reason: null } : {};
      const after = await updateWebhook(em, id, {
        ...address,
        // Failures of the receiver before say nothing about this one.
        ...(url !== undefined && WITHOUT_FAILURES),
        ...(events && { events: [...new Set(events)] }),
        ...(format && { format }),
        ...(active !== undefined && { active }),
        ...enabled,
        // What is new may work: it is tried at once.
        held_until: null,
      });
      if (!after.active) await giveUpPending(em, id);
      else await endCause(em, after.organisation_id, causeOf(id));
      if (after.active && url !== undefined) await hurryPending(em, id);
      await record(em, 'webhook_changed', caller, before, after, url !== undefined);
      return toWebhookRow(after, await databaseNow(em));
    });
  }

  async remove(id: string, caller: Caller): Promise<void> {
    await this.ofOwn(id, caller, async (em, before) => {
      await removeWebhook(em, id);
      await endCause(em, before.organisation_id, causeOf(id));
      await record(em, 'webhook_deleted', caller, before, null);
    });
  }

  /** The old secret signs too for a day; one that was still valid from an earlier rotation ends. */
  async rotate(id: string, caller: Caller): Promise<WithSecret> {
    const secret = newPrefixedToken(SECRET_PREFIX);
    const webhook = await this.ofOwn(id, caller, async (em, before) => {
      const now = await databaseNow(em);
      const until = new Date(now.getTime() + WEBHOOK_ROTATION_SECONDS * 1000);
      const sealed = this.vault.seal(secret, secretContext(id));
      const after = await updateWebhook(em, id, { secret: sealed, old_secret: before.secret, old_secret_until: until });
      await record(em, 'webhook_secret_rotated', caller, before, after);
      return toWebhookRow(after, now);
    });
    return { webhook, secret };
  }

  private ofOwn<T>(id: string, caller: Caller, work: (em: SqlEntityManager, webhook: Webhook) => Promise<T>): Promise<T> {
    return this.database.inScope(organisationScope(organisationOf(caller)), async (em) => {
      const webhook = await lockWebhook(em, id);
      if (webhook === undefined) throw new NotFound();
      return work(em, webhook);
    });
  }

  private isSame({ id, ...one }: Webhook, { url, events, format }: InputOf<typeof createWebhook>['body']): boolean {
    const isTold = one.format === format && new Set([...one.events, ...events]).size === one.events.length;
    return isTold && new Set(events).size === one.events.length && this.vault.open(one.url, urlContext(id)) === new URL(url).href;
  }

  private sealedAddress(id: string, url: string): Pick<Webhook, 'url' | 'origin'> {
    const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: allowPrivate } = this.settings;
    const fault = webhookAddressFault(url, allowHttp) ?? (isRefusedLiteral(url, allowPrivate) ? 'address_refused' : null);
    if (fault !== null) throw new InvalidRequest('webhook_invalid', { url: fault });
    return { url: this.vault.seal(new URL(url).href, urlContext(id)), origin: new URL(url).origin };
  }
}

async function record(
  em: SqlEntityManager,
  kind: AuditKind,
  caller: Caller,
  before: Webhook | null,
  after: Webhook | null,
  newAddress = false,
) {
  const webhook = after ?? before;
  const hidden = newAddress ? { url: HIDDEN } : {};
  await recordAudit(em, {
    kind,
    account: signedIn(caller).id,
    organisation: organisationOf(caller),
    from: caller,
    detail: { webhook: webhook?.id ?? '', ...(before !== null && after !== null && versionDetail({ version: after.edit_version })) },
    changes: changesBetween(before && shown(before), after && { ...shown(after), ...hidden }),
  });
}
