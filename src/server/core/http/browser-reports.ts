import { z } from 'zod';
import { parseJson } from '#lib/parse-json.ts';

export const reportPath = '/api/browser-reports';

/** Defines the endpoint for `report-to`; `report-uri` is for browsers that don't support it. */
export const reportHeader = `csp="${reportPath}"`;
export const reportDirectives = `report-uri ${reportPath}; report-to csp`;

const maxReports = 20;
const maxTextLength = 300;

/** Keeps only the origin: queries, fragments and paths of screens may contain personal data. */
const urlField = z
  .string()
  .transform((text) =>
    URL.canParse(text) ? (new URL(text).protocol === 'data:' ? 'data:' : new URL(text).origin) : text,
  )
  .transform((text) => text.slice(0, maxTextLength));
const textField = z.string().transform((text) => text.slice(0, maxTextLength));

const reportingApiReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    effectiveDirective: textField.optional(),
    blockedURL: urlField.optional(),
    sourceFile: urlField.optional(),
    lineNumber: z.number().optional(),
    disposition: textField.optional(),
  }),
});

const reportUriReport = z.object({
  'csp-report': z.object({
    'effective-directive': textField.optional(),
    'violated-directive': textField.optional(),
    'blocked-uri': urlField.optional(),
    'source-file': urlField.optional(),
    'line-number': z.number().optional(),
    disposition: textField.optional(),
  }),
});

/** Reads both formats that browsers send; anything else is ignored. */
export function readReports(text: string) {
  const parsed = parseJson(text);
  const legacy = reportUriReport.safeParse(parsed);
  if (legacy.success) {
    const { 'csp-report': report } = legacy.data;
    const directive = report['effective-directive'] ?? report['violated-directive'];
    const { 'blocked-uri': blocked, 'source-file': source, 'line-number': line, disposition } = report;
    return [{ directive, blocked, source, line, disposition }];
  }
  const list = Array.isArray(parsed) ? parsed.slice(0, maxReports) : [];
  return list.flatMap((entry) => {
    const { data } = reportingApiReport.safeParse(entry);
    if (!data) return [];
    const {
      effectiveDirective: directive,
      blockedURL: blocked,
      sourceFile: source,
      lineNumber: line,
      disposition,
    } = data.body;
    return [{ directive, blocked, source, line, disposition }];
  });
}
