import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.ts';

/** The console's pages. */
@Module({ controllers: [ConsoleController] })
export class ConsoleModule {}
