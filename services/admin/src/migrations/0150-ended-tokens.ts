import type { MigrationStep } from '@leakwatch/platform';

/**
 * A raised epoch deletes the account's API token, which it ends. So the table holds tokens that work, and staff's list counts them without
 * reading the accounts. Epochs are raised in several scopes, so the function
 * sets the scope for its deletion and restores it. As an option of the function, only a superuser could set it.
 */
export const endedTokens: MigrationStep = {
  name: '0150-ended-tokens',
  sql: `
    select set_config('leakwatch.scope', 'identity', true);
    delete from admin.api_token t using admin.account a where a.id = t.account_id and a.epoch <> t.epoch;
    create function admin.delete_ended_token() returns trigger language plpgsql as $$
      declare before text := current_setting('leakwatch.scope', true);
      begin
        perform set_config('leakwatch.scope', 'identity', true);
        delete from admin.api_token where account_id = new.id and epoch <> new.epoch;
        perform set_config('leakwatch.scope', coalesce(before, ''), true);
        return null;
      end
    $$;
    create trigger delete_ended_token after update of epoch on admin.account
      for each row when (old.epoch is distinct from new.epoch) execute function admin.delete_ended_token();
  `,
};
