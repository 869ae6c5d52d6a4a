import { fullName, latinNameOf } from '#lib/person-name.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { fileHeaders, sendCsv } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { getTranslate } from '#server/core/translations.ts';
import { getPerson } from '#server/people/find-person.ts';
import * as calls from '#shared/payouts/contract-annual-statements.ts';
import { readAnnualStatement, readAnnualStatements } from './annual-statement/read.ts';
import { writeAnnualStatement } from './annual-statement/write-csv.ts';

export const annualStatementsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchAnnualStatements, async ({ actor }) => {
    const statements = await readAnnualStatements(deps, actor.personId);
    return { years: statements.map(({ year, lines, totals }) => ({ year, lines: lines.length, totals })) };
  });

  mount(calls.annualStatementCsv, async ({ actor, query: { year }, requestContext, context }) => {
    const statement = await readAnnualStatement(deps, actor.personId, Number(year));
    const t = getTranslate('annual-statement', requestContext.locale);
    const texts = { note: t('note_simulated'), sample: t('sample') };
    return sendCsv(context, `annual-statement-${year}`, writeAnnualStatement(statement, texts));
  });

  mount(calls.annualStatementPdf, async ({ actor, query: { year }, requestContext: { locale }, context }) => {
    const statement = await readAnnualStatement(deps, actor.personId, Number(year));
    const row = await getPerson(deps.db, actor.personId);
    const person = { name: fullName(row), latin: latinNameOf(row) };
    const head = { brand: deps.catalog.site.name, person, at: deps.clock(), locale };
    const pdf = await draw('annualStatement', statement, head);
    return context.body(new Uint8Array(pdf), 200, fileHeaders('application/pdf', `annual-statement-${year}.pdf`));
  });
};
