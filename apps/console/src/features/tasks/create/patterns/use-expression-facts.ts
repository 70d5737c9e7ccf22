import type { AnswerOf, checkExpression } from '@leakwatch/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';

import { taskEndpoints } from '../../api.ts';

export type ExpressionFacts = ReadonlyMap<string, Omit<AnswerOf<typeof checkExpression>, 'matches'>>;
/** Expressions beyond this number are checked when the task is saved. */
const ASKED = 50;

/** What the service found out about each expression of the list. Unanswered ones, and those beyond the first fifty, are missing. */
export function useExpressionFacts(expressions: readonly string[]): ExpressionFacts {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [facts, setFacts] = useState<ExpressionFacts>(new Map());
  const key = JSON.stringify(expressions.slice(0, ASKED));
  useEffect(() => {
    let left = false;
    const asked: string[] = JSON.parse(key);
    const running = asked.map((expression) => dispatch(taskEndpoints.tryExpression.initiate({ expression, sample: '' })));
    const gather = async () => {
      const answers = await Promise.all(running);
      if (left) return;
      setFacts(new Map(answers.flatMap(({ data }, at) => (data === undefined ? [] : [[asked[at] ?? '', data] as const]))));
    };
    void gather();
    return () => {
      left = true;
      for (const one of running) one.unsubscribe();
    };
  }, [dispatch, key]);
  return facts;
}
