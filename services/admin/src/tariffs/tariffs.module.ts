import { Module } from '@nestjs/common';
import { EditTariffs } from './edit-tariffs.ts';
import { TariffsController } from './tariffs.controller.ts';

@Module({ controllers: [TariffsController], providers: [EditTariffs] })
export class TariffsModule {}
