import { Controller } from '@nestjs/common';
import { fleetHealth } from '@leakwatch/contracts';
import { Serves } from '@leakwatch/platform';
import { ComposeHealth } from './compose-health.ts';

@Controller()
export class FleetHealthController {
  constructor(private readonly compose: ComposeHealth) {}

  @Serves(fleetHealth)
  get() {
    return this.compose.run();
  }
}
