import { z } from 'zod';

export const reportPath = '/api/browser-reports';

/** Names the place for `report-to`; `report-uri` is what other browsers know. */
export const reportHeader = `csp="${reportPath}"`;
export const reportDirectives = `report-uri ${reportPath}; report-to csp`;

const mostReports = 20;
const longestText = 300;

/** Queries and fragments may hold what is nobody else's business, and paths of screens name people. */
const place = z
  .string()
  .transform((text) =>
    URL.canParse(text) ? (new URL(text).protocol === 'data:' ? 'data:' : new URL(text).origin) : text,
  )
  .transform((text) => text.slice(0, longestText));
const word = z.string().transform((text) => text.slice(0, longestText));

const current = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    effectiveDirective: word.optional(),
    blockedURL: place.optional(),
    sourceFile: place.optional(),
    lineNumber: z.number().optional(),
    disposition: word.optional(),
  }),
});

const former = z.object({
  'csp-report': z.object({
    'effective-directive': word.optional(),
    'violated-directive': word.optional(),
    'blocked-uri': place.optional(),
    'source-file': place.optional(),
    'line-number': z.number().optional(),
    disposition: word.optional(),
  }),
});

export type PolicyReport = {
  readonly directive: string | undefined;
  readonly blocked: string | undefined;
  readonly source: string | undefined;
  readonly line: number | undefined;
  readonly disposition: string | undefined;
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Both formats that browsers send; what is neither is left out. */
export function readReports(text: string): PolicyReport[] {
  const given = parseJson(text);
  const old = former.safeParse(given);
  if (old.success) {
    const { 'csp-report': report } = old.data;
    const directive = report['effective-directive'] ?? report['violated-directive'];
    const { 'blocked-uri': blocked, 'source-file': source, 'line-number': line, disposition } = report;
    return [{ directive, blocked, source, line, disposition }];
  }
  const list = Array.isArray(given) ? given.slice(0, mostReports) : [];
  return list.flatMap((each) => {
    const { data } = current.safeParse(each);
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
