import { Module } from '@nestjs/common';
import { EditTemplates } from './edit-templates.ts';
import { RegexTemplatesController } from './regex-templates.controller.ts';
import { TryTemplate } from './try-template.ts';

/** What is looked for in each finding: the detectors of Leakwatch, and the templates of staff. */
@Module({ controllers: [RegexTemplatesController], providers: [EditTemplates, TryTemplate] })
export class RegexTemplatesModule {}
