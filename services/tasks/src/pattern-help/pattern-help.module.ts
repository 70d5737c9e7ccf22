import { Module } from '@nestjs/common';
import { ExpressionsModule } from '../expressions/expressions.module.ts';
import { PatternHelpController } from './pattern-help.controller.ts';

@Module({ imports: [ExpressionsModule], controllers: [PatternHelpController] })
export class PatternHelpModule {}
