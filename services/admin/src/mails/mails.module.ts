import { Module } from '@nestjs/common';
import { LogosModule } from '../logos/logos.module.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { DeliverMails } from './deliver-mails.ts';
import { MailLinks } from './mail-links.ts';

@Module({ imports: [LogosModule, SessionsModule], providers: [DeliverMails, MailLinks], exports: [MailLinks] })
export class MailsModule {}
