import { Controller } from '@nestjs/common';
import { type InputOf, startTask, startTaskRightNow, stopTask } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { StartTask } from './start-task.ts';
import { StartTaskRightNow } from './start-task-right-now.ts';
import { StopTask } from './stop-task.ts';

@Controller()
export class TaskRunningController {
  constructor(
    private readonly start: StartTask,
    private readonly stop: StopTask,
    private readonly rightNow: StartTaskRightNow,
  ) {}

  @Serves(startTask)
  async postStart(@FromRequest() input: InputOf<typeof startTask>, @FromCaller() caller: Caller) {
    await this.start.run(input.params.id, caller);
    return { ok: true };
  }

  @Serves(stopTask)
  async postStop(@FromRequest() input: InputOf<typeof stopTask>, @FromCaller() caller: Caller) {
    await this.stop.run(input.params.id, caller);
    return { ok: true };
  }

  @Serves(startTaskRightNow)
  async postStartRightNow(@FromRequest() input: InputOf<typeof startTaskRightNow>, @FromCaller() caller: Caller) {
    await this.rightNow.run(input.params.id, caller);
    return { ok: true };
  }
}
