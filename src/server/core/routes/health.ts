import { findSanctionsWarning } from '#server/payouts/payees/sanctions-warning.ts';
import type { Deps } from '../deps.ts';
import { findCalendarWarning } from '../health/calendar-warning.ts';
import { checkReady } from '../health/check-ready.ts';
import type { App } from '../http/context.ts';

export function addHealthRoutes(app: App, deps: Deps, siteFolder: string): void {
  app.get('/api/health', (c) => c.json({ status: 'alive' }, 200, { 'Cache-Control': 'no-store' }));
  app.get('/api/ready', async (c) => {
    const ready = await checkReady(deps, siteFolder);
    const warnings = [findCalendarWarning(deps.clock()), findSanctionsWarning(deps)].filter((text) => text !== null);
    const detail = warnings.length === 0 ? {} : { warnings };
    return c.json({ status: ready ? 'ready' : 'not ready', ...detail }, ready ? 200 : 503, {
      'Cache-Control': 'no-store',
    });
  });
}
