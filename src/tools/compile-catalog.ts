import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compileBankCalendar, readBankCalendar } from '#content/bank-calendar.ts';
import { compileCalendar, readCalendar, requireYearAhead } from '#content/calendar.ts';
import { ContentError } from '#content/content-error.ts';
import { compileInstruments, readInstruments } from '#content/instruments.ts';
import { compileNews } from '#content/news.ts';

/**
 * Writes the modules and files that the domain and the file bridge read, from content/catalog. Unchanged files aren't
 * rewritten.
 */
function compileCatalog(): void {
  const calendar = readCalendar();
  requireYearAhead(calendar, new Date());
  const bankCalendar = readBankCalendar();
  requireYearAhead(bankCalendar, new Date(), 'bank-holidays.yaml');
  for (const [file, text] of Object.entries({
    ...compileInstruments(readInstruments()),
    ...compileCalendar(calendar),
    ...compileBankCalendar(bankCalendar),
    ...compileNews(),
  })) {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}

try {
  compileCatalog();
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
