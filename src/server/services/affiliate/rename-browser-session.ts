import type { Deps } from '../../deps.ts';

/** Signing in gives a browser another name; by whose link it came stays known. */
export async function renameBrowserSession(deps: Deps, previous: string, name: string): Promise<void> {
  await deps.db.updateTable('affiliate_click').set({ browser: name }).where('browser', '=', previous).execute();
}
