import { Module } from '@nestjs/common';
import { ComposeSettings } from './compose-settings.ts';
import { SettingsController } from './settings.controller.ts';

/** Answers that the gateway makes of several services. */
@Module({ controllers: [SettingsController], providers: [ComposeSettings] })
export class ComposedModule {}
