import { Module } from '@nestjs/common';
import { DeadLettersController } from './dead-letters.controller.ts';

@Module({ controllers: [DeadLettersController] })
export class DeadLettersModule {}
