import { Module } from '@nestjs/common';
import { BreachedPasswords } from './breached-passwords.ts';
import { CheckNewPassword } from './check-new-password.ts';
import { ConfirmPassword } from './confirm-password.ts';

@Module({ providers: [BreachedPasswords, CheckNewPassword, ConfirmPassword], exports: [CheckNewPassword, ConfirmPassword] })
export class PasswordsModule {}
