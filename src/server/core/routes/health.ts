import type { Deps } from '../deps.ts';
import { findCalendarWarning } from '../health/calendar-warning.ts';
import { findUnreadiness } from '../health/check-ready.ts';
import type { Unreadiness } from '../health/readiness.ts';
import type { App, AppContext } from '../http/context.ts';

/** Whether a proxy says that it asks for someone else. */
export function isForwarded(c: AppContext): boolean {
  return ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => c.req.header(name));
}

const loopback = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/** Whether the request comes from this machine itself, not through a proxy that names someone else. */
function isOperator(c: AppContext): boolean {
  return !isForwarded(c) && loopback.test(c.env?.incoming?.socket.remoteAddress ?? '');
}

type Options = {
  readonly siteFolder: string;
  readonly isStopping?: (() => boolean) | undefined;
  /** What each area wants operators to know; null if nothing. */
  readonly findWarnings: readonly ((deps: Deps) => string | null)[];
};

/** `/api/ready` tells everyone whether to send visitors here, and the reasons to operators on this machine. */
export function addHealthRoutes(
  app: App,
  deps: Deps,
  { siteFolder, findWarnings, isStopping = () => false }: Options,
): void {
  const { version, build } = deps.env.monitoring;
  app.get('/api/health', (c) => c.json({ status: 'alive', version, build }, 200, { 'Cache-Control': 'no-store' }));
  let checking: Promise<Unreadiness | null> | undefined;
  /** Those who ask at the same time share a check, because each makes the database write. */
  const check = () => {
    checking ??= findUnreadiness(deps, siteFolder).finally(() => {
      checking = undefined;
    });
    return checking;
  };
  app.get('/api/ready', async (c) => {
    const reason = isStopping() ? 'this copy is stopping' : ((await check())?.text ?? null);
    const warnings = [findCalendarWarning(deps.clock()), ...findWarnings.map((find) => find(deps))].filter(
      (text) => text !== null,
    );
    const detail = isOperator(c) ? { ...(reason === null ? {} : { reason }), warnings } : {};
    return c.json({ status: reason === null ? 'ready' : 'not ready', ...detail }, reason === null ? 200 : 503, {
      'Cache-Control': 'no-store',
    });
  });
}
