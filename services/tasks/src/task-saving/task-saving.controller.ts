import { Controller } from '@nestjs/common';
import { createTask, deleteTask, type InputOf, updateTask } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { CreateTask } from './create-task.ts';
import { DeleteTask } from './delete-task.ts';
import { UpdateTask } from './update-task.ts';

@Controller()
export class TaskSavingController {
  constructor(
    private readonly create: CreateTask,
    private readonly update: UpdateTask,
    private readonly remove: DeleteTask,
  ) {}

  @Serves(createTask)
  post(@FromRequest() input: InputOf<typeof createTask>, @FromCaller() caller: Caller) {
    return this.create.run(input.body, caller);
  }

  @Serves(updateTask)
  patch(@FromRequest() input: InputOf<typeof updateTask>, @FromCaller() caller: Caller) {
    return this.update.run(input.params.id, input.body, caller);
  }

  @Serves(deleteTask)
  async delete(@FromRequest() input: InputOf<typeof deleteTask>, @FromCaller() caller: Caller) {
    await this.remove.run(input.params.id, input.query.delete_events, caller);
    return { ok: true };
  }
}
