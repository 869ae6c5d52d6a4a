import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compileCalendar, readCalendar, requireYearAhead } from '../content/calendar.ts';
import { compileInstruments, readInstruments } from '../content/instruments.ts';

const calendar = readCalendar();
requireYearAhead(calendar, new Date());

/** Writes what the domain and the file bridge read from content/catalog; a file that is right stays. */
for (const [file, text] of Object.entries({ ...compileInstruments(readInstruments()), ...compileCalendar(calendar) })) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
