import { Module } from '@nestjs/common';
import { AccountUse } from './account-use.ts';
import { AccountPool } from './account-pool.ts';
import { ProxyDispatchers } from './proxy-dispatchers.ts';
import { RateWindows } from './rate-windows.ts';
import { TakeAccess } from './take-access.ts';

/** The accounts and proxies with which sources are asked. */
@Module({
  providers: [AccountPool, AccountUse, ProxyDispatchers, RateWindows, TakeAccess],
  exports: [AccountPool, AccountUse, RateWindows],
})
export class AccountsModule {}
