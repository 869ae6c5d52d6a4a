import { z } from 'zod';
import { isListedRoute, type RouteName, routes } from '#routes.ts';
import { vitalsPath } from '#shared/core/constants.ts';
import { type Deps, invalid } from '../deps.ts';
import type { App } from '../http/context.ts';

const maxMs = 600_000;
const maxShift = 1_000;

const names = Object.keys(routes) as RouteName[];
const patterns = new Set<string>(names.filter(isListedRoute).map((name) => routes[name].pattern));

const report = z.strictObject({
  route: z.string().refine((pattern) => patterns.has(pattern)),
  lcpMs: z.number().min(0).max(maxMs).optional(),
  inpMs: z.number().min(0).max(maxMs).optional(),
  cls: z.number().min(0).max(maxShift).optional(),
});

/** A report is about a hundred bytes. */
const maxBytes = 1_024;

function readReport(text: string): z.output<typeof report> {
  if (text.length > maxBytes) throw invalid({ report: ['invalid'] });
  try {
    return report.parse(JSON.parse(text));
  } catch (error) {
    const paths =
      error instanceof z.ZodError ? error.issues.map(({ path }) => String(path[0] ?? 'report')) : ['report'];
    throw invalid(Object.fromEntries(paths.map((path) => [path, ['invalid']])));
  }
}

/** Counts how fast public pages are for visitors: a page's pattern and three figures, from nobody in particular. */
export function addVitalsRoute(app: App, { limits, telemetry }: Deps): void {
  app.post(`/api/${vitalsPath}`, async (c) => {
    await limits.take('report-from', c.get('requestContext').ip);
    telemetry.recordPage(readReport(await c.req.text()));
    return c.body(null, 204);
  });
}
