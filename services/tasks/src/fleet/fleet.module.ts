import { Module } from '@nestjs/common';
import { FleetController } from './fleet.controller.ts';
import { MeasureLaunches } from './measure-launches.ts';

/** What runs now, for staff. */
@Module({ controllers: [FleetController], providers: [MeasureLaunches] })
export class FleetModule {}
