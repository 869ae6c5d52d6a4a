import type { Deps } from '../deps.ts';
import { readReports, reportPath } from '../http/browser-reports.ts';
import type { App } from '../http/context.ts';

/** Logs reports of policy violations from browsers; the response is empty. */
export function addReportRoutes(app: App, { limits, log }: Deps): void {
  app.post(reportPath, async (c) => {
    const { ip, requestId } = c.get('requestContext');
    await limits.take('report-from', ip);
    for (const report of readReports(await c.req.text()))
      log.warn({ ...report, requestId }, 'Content-Security-Policy violation');
    return c.body(null, 204);
  });
}
