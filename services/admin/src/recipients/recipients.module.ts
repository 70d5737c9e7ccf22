import { Module, type OnModuleInit } from '@nestjs/common';
import { MailLinks } from '../mails/mail-links.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { AskRecipients } from './ask-recipients.ts';
import { RecipientLinks } from './recipient-links.ts';
import { RecipientStates } from './recipient-states.ts';
import { saveConfirmCode } from './recipient.store.ts';
import { RecipientsController } from './recipients.controller.ts';
import { TaskRecipientsConsumer } from './task-recipients.consumer.ts';

/** Recipients of tasks that are no accounts of the organisation (docs/decisions/0076-outside-recipients.md). */
@Module({
  imports: [MailsModule],
  controllers: [RecipientsController, TaskRecipientsConsumer],
  providers: [AskRecipients, RecipientLinks, RecipientStates],
})
export class RecipientsModule implements OnModuleInit {
  constructor(private readonly links: MailLinks) {}

  onModuleInit() {
    this.links.register(['mails'], { save: saveConfirmCode });
  }
}
