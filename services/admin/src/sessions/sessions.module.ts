import { Module } from '@nestjs/common';
import { AccountSessions } from './account-sessions.store.ts';
import { EndAllSessions } from './end-all-sessions.ts';
import { SessionCookies } from './session-cookies.ts';
import { SessionStore } from './session.store.ts';

const providers = [SessionStore, AccountSessions, EndAllSessions, SessionCookies];

@Module({ providers, exports: providers })
export class SessionsModule {}
