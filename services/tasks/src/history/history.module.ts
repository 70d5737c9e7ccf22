import { Module } from '@nestjs/common';
import { HistoryController } from './history.controller.ts';

@Module({ controllers: [HistoryController] })
export class HistoryModule {}
