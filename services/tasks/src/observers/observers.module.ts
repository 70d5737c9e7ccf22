import { Module } from '@nestjs/common';
import { ObserversController } from './observers.controller.ts';

@Module({ controllers: [ObserversController] })
export class ObserversModule {}
