import { Module } from '@nestjs/common';
import { FleetController } from './fleet.controller.ts';

/** What runs now, for staff. */
@Module({ controllers: [FleetController] })
export class FleetModule {}
