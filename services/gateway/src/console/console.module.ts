import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.ts';
import { OneClickController } from './one-click.controller.ts';

/** The console's pages, and what mail programs send to one of them. */
@Module({ controllers: [OneClickController, ConsoleController] })
export class ConsoleModule {}
