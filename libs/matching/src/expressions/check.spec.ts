import { describe, expect, it } from '@jest/globals';
import { MAX_EXPRESSION_CHARACTERS, checkExpression } from '../index.ts';

function codeOf(expression: string): string {
  const check = checkExpression(expression);
  return check.ok ? 'ok' : check.code;
}

describe('checkExpression', () => {
  it.each([
    ['AKIA[0-9A-Z]{16}', 'ok'],
    ['(?i)пароль\\s*[:=]\\s*\\S{6,}', 'ok'],
    ['(?P<user>[a-z]+)@(?<host>corp\\.com)', 'ok'],
    ['\\Q(a+)+\\E', 'ok'],
    ['(a+)+$', 'ok'],
    ['[a-f0-9]{200,300}', 'ok'],
    ['x{,3}', 'ok'],
    ['', 'expression_empty'],
    [' \t', 'expression_empty'],
    ['(a)\\1', 'expression_backreference'],
    ['(?<n>a)\\k<n>', 'expression_backreference'],
    ['(?=a)b', 'expression_lookaround'],
    ['(?!a)b', 'expression_lookaround'],
    ['(?<=a)b', 'expression_lookaround'],
    ['x(?<!a)b', 'expression_lookaround'],
    ['(abc', 'expression_syntax'],
    ['abc)', 'expression_syntax'],
    ['[a', 'expression_syntax'],
    ['a**', 'expression_syntax'],
    ['a{1001}', 'expression_syntax'],
    ['(a{100}){100}', 'expression_syntax'],
    ['x*', 'expression_matches_empty'],
    ['a|', 'expression_matches_empty'],
    ['(a?|b*)c{0}', 'expression_matches_empty'],
    ['\\b', 'expression_matches_empty'],
    ['^$', 'expression_matches_empty'],
    ['[a-z]{1000}', 'expression_too_costly'],
    ['[a-f0-9]{200,300}.{0,300}x', 'expression_too_costly'],
  ])('%j is %s', (expression, code) => {
    expect(codeOf(expression)).toBe(code);
  });

  it('counts characters, not bytes', () => {
    expect(codeOf('я'.repeat(MAX_EXPRESSION_CHARACTERS))).toBe('ok');
    expect(codeOf('я'.repeat(MAX_EXPRESSION_CHARACTERS + 1))).toBe('expression_too_long');
  });

  it('gives the reason, for a syntax error the message of the engine', () => {
    const check = checkExpression('a**');
    expect(check.ok ? '' : check.reason).toContain('**');
  });
});
