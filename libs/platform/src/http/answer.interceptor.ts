import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map } from 'rxjs';
import { routeOf } from './route.ts';

/** In development and tests, an answer that does not fit its contract fails. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const route = context.getType() === 'http' ? routeOf(context) : undefined;
    if (route === undefined || route.answerType !== undefined || process.env['NODE_ENV'] === 'production') return next.handle();
    return next.handle().pipe(map((answer: unknown) => route.answer.parse(JSON.parse(JSON.stringify(answer)))));
  }
}
