import { Module } from '@nestjs/common';
import { TariffsController } from './tariffs.controller.ts';

@Module({ controllers: [TariffsController] })
export class TariffsModule {}
