import { Module } from '@nestjs/common';
import { AccountPool } from './account-pool.ts';
import { ProxyDispatchers } from './proxy-dispatchers.ts';
import { RateWindows } from './rate-windows.ts';
import { TakeAccess } from './take-access.ts';

/** The accounts and proxies with which sources are asked. */
@Module({ providers: [AccountPool, ProxyDispatchers, RateWindows, TakeAccess], exports: [AccountPool] })
export class AccountsModule {}
