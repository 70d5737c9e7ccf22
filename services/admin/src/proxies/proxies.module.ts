import { Module } from '@nestjs/common';
import { EditProxies } from './edit-proxies.ts';
import { ProxiesController } from './proxies.controller.ts';

@Module({ controllers: [ProxiesController], providers: [EditProxies] })
export class ProxiesModule {}
