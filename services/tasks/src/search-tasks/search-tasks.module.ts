import { Module } from '@nestjs/common';
import { AnnounceRecipients } from './announce-recipients.ts';
import { SearchTasksController } from './search-tasks.controller.ts';

@Module({ controllers: [SearchTasksController], providers: [AnnounceRecipients] })
export class SearchTasksModule {}
