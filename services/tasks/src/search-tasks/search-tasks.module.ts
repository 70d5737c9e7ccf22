import { Module } from '@nestjs/common';
import { SearchTasksController } from './search-tasks.controller.ts';

@Module({ controllers: [SearchTasksController] })
export class SearchTasksModule {}
