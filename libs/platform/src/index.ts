export * from './bus/bus-transport.ts';
export * from './bus/bus.migrations.ts';
export * from './bus/bus.port.ts';
export * from './bus/inbox.ts';
export * from './bus/message-type.ts';
export { tryOutgoing } from './bus/try-outgoing.ts';
export { Undeliverable } from './bus/undeliverable.ts';
export { openBus } from './bus/open-bus.ts';
export * from './config/load-settings.ts';
export * as setting from './config/fields.ts';
export * from './config/settings.ts';
export { settingsTable } from './config/settings-table.ts';
export * from './crypto/prefixed-token.ts';
export * from './crypto/ids.ts';
export * from './crypto/keys.ts';
export * from './errors/leakwatch-error.ts';
export * from './errors/transient.ts';
export { isViolationOf } from './errors/violation.ts';
export { ClockWatch } from './http/clock-watch.ts';
export * from './http/caller.ts';
export { CallerGuard, refuseAccess } from './http/caller.guard.ts';
export { asLeakwatchError, ErrorFilter } from './http/error.filter.ts';
export * from './http/health.ts';
export { FromRequest, type ServedRoute, Serves, routeOf, toNestPath } from './http/route.ts';
export { type FileBounds, receiveFile } from './http/receive-file.ts';
export { scopeOf } from './http/scope-of.ts';
export { addressesOf, sentUrl, ServiceAddresses } from './http/service-addresses.ts';
export { ServiceClients } from './http/service-clients.ts';
export * from './http/service-client.ts';
export { noteOrganisations, readTouched, TOUCHED_HEADER, writeTouched } from './http/touched.ts';
export { bodyBytesOf, FORM_BYTES, LARGE_BODIES_BYTES, largestBodyOf, tooLarge } from './http/bodies.ts';
export { Leader, type LeaseOptions, leaseTable } from './leader/leader.ts';
export * from './live/live.port.ts';
export { type FeedListener, RedisLiveFeed } from './live/redis-live-feed.ts';
export { RedisLiveNotifier } from './live/redis-live-notifier.ts';
export * from './logging/logger.ts';
export { escapeHtml } from './mail/escape-html.ts';
export { consoleAddress } from './mail/console-address.ts';
export * from './mail/mail.port.ts';
export { openMailer } from './mail/open-mailer.ts';
export { measureAs } from './metrics/measure-answers.ts';
export { Metrics } from './metrics/metrics.ts';
export * from './objects/objects.port.ts';
export * from './objects/object-deletions.ts';
export { openObjects } from './objects/open-objects.ts';
export * from './orm/database.ts';
export * from './orm/entities.ts';
export { databaseClock, databaseNow } from './orm/database-now.ts';
export { createLogins, loginUrl } from './orm/logins.ts';
export * from './orm/migrations.ts';
export * from './orm/scope.ts';
export * from './orm/sort-order.ts';
export * from './orm/storable-json.ts';
export * from './outbox/deliver.ts';
export * from './queue/job-queue.ts';
export * from './queue/queue-board.ts';
export * from './queue/redis.ts';
export { networkOf } from './rate-limit/network-of.ts';
export * from './rate-limit/rate-limiter.ts';
export { RetentionSchedule } from './retention/retention.schedule.ts';
export * from './retention/table-retention.ts';
export { BOM, csvLine } from './spreadsheet/csv.ts';
export { cellText, cleanText, linkOf, MAX_CELL, splitCells } from './spreadsheet/cell-text.ts';
export { countSealed, type SealedCounts } from './sealing/count-sealed.ts';
export { forgetKnownKeys, knownKeyTable } from './sealing/known-keys.ts';
export { resealColumns } from './sealing/reseal-columns.ts';
export type { SealedColumn } from './sealing/sealed-column.ts';
export { Schedule } from './schedule/schedule.ts';
export * from './service/define-service.ts';
export * from './service/foundation.ts';
export { behindGateway, type ListenAddress } from './service/listen-address.ts';
export * from './service/run-service.ts';
export * from './service/tokens.ts';
export {
  getGuarded,
  type GuardedAnswer,
  type GuardedPost,
  type GuardedRequest,
  isRefusedLiteral,
  postGuarded,
  RequestFailed,
  type RequestFault,
} from './network/guarded-request.ts';
export { isPublicAddress } from './network/public-address.ts';
