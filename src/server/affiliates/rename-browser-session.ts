import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';

/** Keeps a browser's attribution when signing in changes its id. Visits that both ids made on one day keep their id. */
export async function renameBrowserSession(deps: Deps, previous: string, name: string): Promise<void> {
  await sql`
    update affiliate_click set browser = ${name}
    where browser = ${previous} and not exists (
      select from affiliate_click taken
      where taken.affiliate_id = affiliate_click.affiliate_id and taken.browser = ${name}
        and taken.day = affiliate_click.day and taken.link = affiliate_click.link
    )
  `.execute(deps.db);
}
