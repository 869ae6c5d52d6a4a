import type { Deps } from '../../deps.ts';

/** Keeps a browser's attribution when signing in changes its id. */
export async function renameBrowserSession(deps: Deps, previous: string, name: string): Promise<void> {
  await deps.db.updateTable('affiliate_click').set({ browser: name }).where('browser', '=', previous).execute();
}
