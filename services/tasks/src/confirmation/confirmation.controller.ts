import { Controller } from '@nestjs/common';
import { blockTask, blockTaskPost, confirmTask, confirmTaskPost, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { BlockTask } from './block-task.ts';
import { ConfirmTask } from './confirm-task.ts';

@Controller()
export class ConfirmationController {
  constructor(
    private readonly confirm: ConfirmTask,
    private readonly block: BlockTask,
  ) {}

  @Serves(confirmTask)
  getConfirm(@FromRequest() input: InputOf<typeof confirmTask>, @FromCaller() caller: Caller) {
    return this.confirmOne(input.params.id, input.query.version, caller);
  }

  @Serves(confirmTaskPost)
  postConfirm(@FromRequest() input: InputOf<typeof confirmTaskPost>, @FromCaller() caller: Caller) {
    return this.confirmOne(input.params.id, input.body.version, caller);
  }

  @Serves(blockTask)
  getBlock(@FromRequest() input: InputOf<typeof blockTask>, @FromCaller() caller: Caller) {
    return this.blockOne(input.params.id, caller);
  }

  @Serves(blockTaskPost)
  postBlock(@FromRequest() input: InputOf<typeof blockTaskPost>, @FromCaller() caller: Caller) {
    return this.blockOne(input.params.id, caller);
  }

  private async confirmOne(id: string, seen: number | undefined, caller: Caller) {
    await this.confirm.run(id, seen, caller);
    return { ok: true };
  }

  private async blockOne(id: string, caller: Caller) {
    await this.block.run(id, caller);
    return { ok: true };
  }
}
