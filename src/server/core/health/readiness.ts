/** What keeps visitors from being served, and how an operator reads it. */
export type Unreadiness = { readonly check: 'clock' | 'database' | 'disk' | 'site' | 'time'; readonly text: string };

/** What was found when last checked. */
export type Readiness = { found: Unreadiness | null };

/** Whether the copy may take what counts once: orders, messages of providers and bridges, and jobs. */
export const isReady = ({ readiness }: { readonly readiness: Readiness }): boolean => readiness.found === null;
