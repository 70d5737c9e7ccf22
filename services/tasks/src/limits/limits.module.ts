import { Module } from '@nestjs/common';
import { LimitsController } from './limits.controller.ts';

@Module({ controllers: [LimitsController] })
export class LimitsModule {}
