import { Module } from '@nestjs/common';
import { ComposedModule } from './composed/composed.module.ts';
import { ConsoleModule } from './console/console.module.ts';
import { ForwardingModule } from './forwarding/forwarding.module.ts';
import { GuardsModule } from './guards/guards.module.ts';
import { LiveModule } from './live/live.module.ts';
import { OpenApiModule } from './openapi/openapi.module.ts';

@Module({ imports: [GuardsModule, ComposedModule, OpenApiModule, LiveModule, ForwardingModule, ConsoleModule] })
export class AppModule {}
