import { Module } from '@nestjs/common';
import { PatternHelpController } from './pattern-help.controller.ts';

@Module({ controllers: [PatternHelpController] })
export class PatternHelpModule {}
