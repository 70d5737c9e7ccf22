import { Module } from '@nestjs/common';
import { TaskLogsController } from './task-logs.controller.ts';

@Module({ controllers: [TaskLogsController] })
export class TaskLogsModule {}
