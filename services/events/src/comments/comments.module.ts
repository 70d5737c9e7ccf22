import { Module } from '@nestjs/common';
import { CommentsController } from './comments.controller.ts';
import { WriteComment } from './write-comment.ts';

/** What people write about events. */
@Module({ controllers: [CommentsController], providers: [WriteComment] })
export class CommentsModule {}
