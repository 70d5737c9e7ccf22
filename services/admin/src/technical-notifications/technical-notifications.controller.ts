import { Controller, Inject } from '@nestjs/common';
import {
  clearNotifications,
  clearNotificationsPost,
  closeNotification,
  closeNotificationPost,
  closeNotifications,
  closeNotificationsPost,
  createNotification,
  deleteNotification,
  getNotification,
  type InputOf,
  listNotifications,
} from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  FromCaller,
  FromRequest,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  Serves,
  STAFF,
} from '@leakwatch/platform';
import { changesBetween } from '../audit/audit-changes.domain.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { notificationById, notificationList } from './technical-notification.read-model.ts';
import { addStaffNotification, closeAll, closeOne, deleteAll, deleteOne } from './technical-notification.store.ts';
import { OwnNotifications } from './own-notifications.ts';
import { announceNotifications } from './announce-notifications.ts';

@Controller()
export class TechnicalNotificationsController {
  constructor(
    private readonly database: Database,
    private readonly own: OwnNotifications,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @Serves(listNotifications)
  getList(@FromRequest() { query }: InputOf<typeof listNotifications>, @FromCaller() caller: Caller) {
    return this.own.read(caller, (em, audience) => notificationList(em, audience, query, caller.locale));
  }

  @Serves(getNotification)
  async getOne(@FromRequest() { params }: InputOf<typeof getNotification>, @FromCaller() caller: Caller) {
    const found = await this.own.read(caller, (em, audience) => notificationById(em, audience, params.id, caller.locale));
    if (found === undefined) throw new NotFound();
    return found;
  }

  @Serves(deleteNotification)
  delete(@FromRequest() { params }: InputOf<typeof deleteNotification>, @FromCaller() caller: Caller) {
    return this.own.changeOne(caller, (em, audience) => deleteOne(em, audience, params.id));
  }

  @Serves(closeNotification)
  getClose(@FromRequest() { params }: InputOf<typeof closeNotification>, @FromCaller() caller: Caller) {
    return this.own.changeOne(caller, (em, audience) => closeOne(em, audience, params.id));
  }

  @Serves(closeNotificationPost)
  postClose(@FromRequest() { params }: InputOf<typeof closeNotificationPost>, @FromCaller() caller: Caller) {
    return this.own.changeOne(caller, (em, audience) => closeOne(em, audience, params.id));
  }

  @Serves(closeNotifications)
  getCloseAll(@FromCaller() caller: Caller) {
    return this.own.changeAll(caller, closeAll);
  }

  @Serves(closeNotificationsPost)
  postCloseAll(@FromCaller() caller: Caller) {
    return this.own.changeAll(caller, closeAll);
  }

  @Serves(clearNotifications)
  getClear(@FromCaller() caller: Caller) {
    return this.own.changeAll(caller, deleteAll);
  }

  @Serves(clearNotificationsPost)
  postClear(@FromCaller() caller: Caller) {
    return this.own.changeAll(caller, deleteAll);
  }

  @Serves(createNotification)
  async post(@FromRequest() { body }: InputOf<typeof createNotification>, @FromCaller() caller: Caller) {
    const id = newId();
    const added = await this.database.inScope(STAFF, async (em) => {
      if (!(await addStaffNotification(em, { id, ...body }))) return false;
      const { organisation, ...shown } = body;
      const changes = changesBetween(null, shown);
      const detail = { notification: id };
      await recordAudit(em, {
        kind: 'notification_created',
        account: caller.account?.id ?? null,
        organisation,
        from: caller,
        detail,
        changes,
      });
      return true;
    });
    if (!added) throw new NotFound('organisation_not_found');
    noteOrganisations(caller, [body.organisation]);
    announceNotifications(this.live, [body.organisation]);
    return { id };
  }
}
