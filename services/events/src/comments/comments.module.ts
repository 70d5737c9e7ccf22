import { Module } from '@nestjs/common';
import { CommentOnMany } from './comment-on-many.ts';
import { CommentsController } from './comments.controller.ts';
import { WriteComment } from './write-comment.ts';

/** What people write about events. */
@Module({ controllers: [CommentsController], providers: [WriteComment, CommentOnMany], exports: [CommentOnMany] })
export class CommentsModule {}
