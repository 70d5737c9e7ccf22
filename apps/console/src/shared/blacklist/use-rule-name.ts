import { comparedNames, type RuleForm } from '@leakwatch/rules';
import { useTexts } from '../i18n/use-texts.ts';

/** The name of a rule in a sentence: `evil/shop (GitHub)`. */
export function useRuleName(): (rule: RuleForm) => string {
  const { t } = useTexts();
  return ({ block_type, rule_owner, rule_repo, source_type }) => {
    const needs = comparedNames(block_type);
    const names = [needs.owner ? rule_owner : null, needs.repository ? rule_repo : null].filter((name) => name !== null);
    return t('blacklist.name', { names: names.join('/'), source: t(`common.sources.${source_type}`) });
  };
}
