import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ACTING_HEADER, getSettings } from '@leakwatch/contracts';
import { Conflict, Forbidden } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import { isForApi, routeOf } from '../api-request.ts';

/**
 * Fourth guard: staff work in an organisation's name only where their page says so. A page names the organisation of its notice with each call;
 * a page that was opened before, or whose hour is over, is refused until it has read the settings again. Links and live streams of a browser
 * send no header, and only read. Calls of staff wait until the work in the organisation's name has ended.
 */
@Injectable()
export class ActingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actingIn } = request;
    if (!isForApi(request) || actingIn === undefined) return true;
    const route = routeOf(request);
    if (route.access === 'public' || route.access === 'pending' || route.path === getSettings.path) return true;
    const shown = request.headers[ACTING_HEADER];
    const isUnmarkedRead = shown === undefined && !route.changesState;
    if (!isUnmarkedRead && (shown ?? null) !== actingIn) throw new Conflict('acting_changed');
    if (actingIn !== null && (route.access === 'staff' || route.acting === 'refused')) throw new Forbidden('acting_in_organisation');
    return true;
  }
}
