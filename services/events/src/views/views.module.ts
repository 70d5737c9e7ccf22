import { Module } from '@nestjs/common';
import { EditViews } from './edit-views.ts';
import { ViewsController } from './views.controller.ts';

/** Filters and orders of the list that people saved. */
@Module({ controllers: [ViewsController], providers: [EditViews] })
export class ViewsModule {}
