import { Module } from '@nestjs/common';
import { RulesController } from './rules.controller.ts';
import { CreateRule } from './create-rule.ts';
import { UpdateRule } from './update-rule.ts';
import { DeleteRule } from './delete-rule.ts';
import { CountEvents } from './count-events.ts';
import { BlacklistEvents } from './blacklist-events.ts';
import { SentChangesModule } from '../sent-changes/sent-changes.module.ts';

/** Blacklist rules: what they are, and the events that they move. */
@Module({
  imports: [SentChangesModule],
  controllers: [RulesController],
  providers: [CreateRule, UpdateRule, DeleteRule, CountEvents, BlacklistEvents],
})
export class BlacklistModule {}
