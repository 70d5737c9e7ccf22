import { Module } from '@nestjs/common';
import { Forwarder } from './forwarder.ts';
import { ForwardingController } from './forwarding.controller.ts';
import { StaffAccess } from './staff-access.ts';

/** Carries requests to the services. */
@Module({ controllers: [ForwardingController], providers: [Forwarder, StaffAccess] })
export class ForwardingModule {}
