import { AnswerVerification } from './answer-verification.ts';
import { AskVerification } from './ask-verification.ts';

/** What identity verification brings to the service's module. */
export const verificationProviders = [AskVerification, AnswerVerification];
