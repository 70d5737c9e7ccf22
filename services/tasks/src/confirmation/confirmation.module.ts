import { Module } from '@nestjs/common';
import { LaunchesModule } from '../launches/launches.module.ts';
import { BlockTask } from './block-task.ts';
import { ConfirmTask } from './confirm-task.ts';
import { ConfirmationController } from './confirmation.controller.ts';

@Module({
  imports: [LaunchesModule],
  controllers: [ConfirmationController],
  providers: [BlockTask, ConfirmTask],
})
export class ConfirmationModule {}
